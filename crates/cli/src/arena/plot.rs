//! The running mean with its interval, as a picture.

use super::figures::Figures;
use std::fmt::Write;

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 360.0;
const MARGIN: f64 = 48.0;

/// More points than a screen has pixels say no more.
const POINTS: usize = 600;

/// An SVG picture of `curve`: mean and half interval after every deal.
pub(super) fn svg(figures: &Figures, curve: &[(f64, f64)]) -> String {
    let step = curve.len().div_ceil(POINTS).max(1);
    let shown: Vec<(usize, f64, f64)> = curve
        .iter()
        .enumerate()
        .skip(step.max(10) - 1)
        .step_by(step)
        .map(|(i, (m, c))| (i + 1, *m, *c))
        .collect();
    let settled = &shown[shown.len() / 10..];
    let high = settled.iter().map(|(_, mean, ci)| mean + ci).fold(0.05, f64::max);
    let low = settled.iter().map(|(_, mean, ci)| mean - ci).fold(-0.05, f64::min);
    let x = |deal: usize| MARGIN + (WIDTH - 2.0 * MARGIN) * deal as f64 / curve.len().max(1) as f64;
    let y = |value: f64| {
        let share = (value.clamp(low, high) - low) / (high - low);
        HEIGHT - MARGIN - (HEIGHT - 2.0 * MARGIN) * share
    };
    let point = |deal: usize, value: f64| format!("{:.1},{:.1}", x(deal), y(value));
    let mean: Vec<String> = shown.iter().map(|(deal, mean, _)| point(*deal, *mean)).collect();
    let upper = shown.iter().map(|(deal, mean, ci)| point(*deal, mean + ci));
    let lower = shown.iter().rev().map(|(deal, mean, ci)| point(*deal, mean - ci));
    let band: Vec<String> = upper.chain(lower).collect();
    let title = format!(
        "{}: {} against {}, {:+.3} ±{:.3} after {} deals",
        figures.game,
        escaped(&figures.a),
        escaped(&figures.b),
        figures.mean(),
        figures.ci95(),
        figures.deals()
    );
    let mut svg = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" font-size="13">
<title>{title}</title>
<rect width="100%" height="100%" fill="#fff"/>
<text x="{MARGIN}" y="24">{title}</text>
<polygon points="{}" fill="#9ec5e8" fill-opacity="0.5"/>
<polyline points="{}" fill="none" stroke="#1f5f99" stroke-width="1.5"/>
"##,
        band.join(" "),
        mean.join(" "),
    );
    for value in [low, 0.0, high] {
        let (at, right) = (y(value), WIDTH - MARGIN);
        // Writing to a string cannot fail.
        let _ =
            writeln!(svg, r##"<line x1="{MARGIN}" x2="{right}" y1="{at:.1}" y2="{at:.1}" stroke="#999"/>"##);
        let _ = writeln!(svg, r#"<text x="4" y="{:.1}">{value:+.2}</text>"#, at + 4.0);
    }
    svg.push_str("</svg>\n");
    svg
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
