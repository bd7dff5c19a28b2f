// Contrast of two colours by WCAG 2, and the tokens of a style sheet, for tests.

type Rgb = [number, number, number];

function rgb(hex: string): Rgb {
  const digits = hex.slice(1);
  const full = digits.length === 3 ? [...digits].map((digit) => digit + digit).join("") : digits;
  if (!/^[0-9a-f]{6}$/i.test(full)) throw new Error(`not a colour: ${hex}`);
  return [0, 2, 4].map((at) => parseInt(full.slice(at, at + 2), 16)) as Rgb;
}

function luminance(colour: Rgb): number {
  const [r, g, b] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Returns the contrast ratio of two colours such as "#fffaf0", from 1 to 21. */
export function contrast(a: string, b: string): number {
  const [low, high] = [luminance(rgb(a)), luminance(rgb(b))].sort((x, y) => x - y) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

/** Returns `colour` under a layer of `over` with this opacity. */
export function blend(colour: string, over: string, opacity: number): string {
  const below = rgb(colour);
  const parts = rgb(over).map((part, at) => Math.round(part * opacity + below[at]! * (1 - opacity)));
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/** Returns the custom properties that a style sheet declares under exactly this selector, as it first declares them. */
export function declared(css: string, selector: string): Record<string, string> {
  const found: Record<string, string> = {};
  for (const [, head, body] of css.replace(/\/\*.*?\*\//gs, "").matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    if (head!.trim() !== selector) continue;
    for (const [, name, value] of body!.matchAll(/(--[\w-]+):\s*([^;]+);/g)) found[name!] ??= value!.trim();
  }
  return found;
}
