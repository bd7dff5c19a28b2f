// For tests: the server's answer to a request for a file, and what a page makes of it.

import { vi } from "vitest";
import { faultText } from "../sentence";
import type { Fault, Verdict } from "../verdict";
import type { Page, TestTable } from "./table";

/** Requests for a file are answered with this; `null`: nobody answers. */
export function serve(answer: () => { status: number; text: string } | null): { requests: string[] } {
  const requests: string[] = [];
  vi.stubGlobal(
    "fetch",
    vi.fn((path: string) => {
      requests.push(path);
      const found = answer();
      if (!found) return Promise.reject(new TypeError("failed to fetch"));
      return Promise.resolve(new Response(found.text, { status: found.status }));
    }),
  );
  return { requests };
}

/** Requests for a file are taken and never answered, or not to the end: `begins` is all that comes. */
export function stall(begins: string | null): { requests: string[] } {
  const requests: string[] = [];
  vi.stubGlobal(
    "fetch",
    vi.fn((path: string) => {
      requests.push(path);
      if (begins === null) return new Promise(() => {});
      const body = new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode(begins)) });
      return Promise.resolve(new Response(body));
    }),
  );
  return { requests };
}

export const serveTable = (table: TestTable): { requests: string[] } => serve(() => ({ status: 200, text: table.file() }));

/** What a page says when the file was checked. */
export async function verdictOf(page: Page): Promise<Verdict> {
  await vi.waitFor(() => {
    if (page.report.stage !== "done") throw new Error(`still ${page.report.stage}`);
  });
  return page.report.verdict!;
}

/** The sentence of a fault, in English. */
export const sentence = (fault: Fault): string => faultText(fault, ["Ann", "Bob", "Bot"]);

/** What a page says at once: the name of the fault; or `null`. */
export const faultOf = ({ report: { verdict } }: Page): string | null => (verdict?.kind === "broken" ? verdict.fault.what : null);
