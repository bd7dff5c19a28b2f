// For tests: the server's answer to a request for a file, and what a page makes of it.

import { vi } from "vitest";
import type { ProofFile } from "../file";
import { bestText, faultText, verdictTitle } from "../sentence";
import type { Fault, Verdict } from "../verdict";
import { t } from "../words";
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

/** What a player reads now: the name of the fault and its sentence; or the verdict, what weakens it, and why. */
export function said({ report: { verdict } }: Page): string {
  if (!verdict) return "nothing";
  if (verdict.kind === "broken") return `${verdict.fault.what}: ${sentence(verdict.fault)}`;
  const absent = verdict.kind === "consistent" && verdict.absent !== null ? t(`absent.${verdict.absent}`) : null;
  return [verdictTitle(verdict), bestText(verdict), absent].filter((text) => text !== null).join(" | ");
}
/** The same when the file was checked. */
export async function finished(page: Page): Promise<string> {
  await verdictOf(page);
  return said(page);
}

/** A whole game, and what a page says of it. */
export async function playThrough(table: TestTable, page: Page): Promise<string> {
  table.start();
  page.act({ play: { card: "9c" } });
  table.happen([{ act: [2, "pass"] }, { roll: { below: 6, times: 2 } }]);
  table.finish();
  return finished(page);
}

/** The file with something in it exchanged, signed again by the same server. */
export const inFile = (change: (file: ProofFile) => unknown) => (file: ProofFile) => {
  change(file);
  return file;
};
