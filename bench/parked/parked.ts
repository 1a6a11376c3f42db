import { statSync } from "node:fs";
import { join } from "node:path";
import { checkSqlite, createSqliteAuditAccess, sha256Of, verifyAudit } from "@askback/server";
import { answers } from "../bench-runtime.ts";
import { sharedTime, startChild } from "../postgres/child.ts";
import { progress } from "../postgres/progress.ts";
import { median, round } from "../statistics.ts";
import { temporaryFolder } from "../temporary-folder.ts";
import { commonWord, rareWord, seedFolder } from "./seed.ts";
import type { ParkedRequest, ParkedResponse } from "./server-process.ts";

const starts = 5;
const requests = 20;
const key = "bench";
const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };

/** What a person waits for, and what a server holds, in the order of the table. */
const measured = {
  readyMs: "start until ready, ms",
  openMs: "of it, opening the folder and listening, ms",
  resumedMs: "first answer until the model is called, ms",
  inboxMs: "page of the inbox, ms",
  countMs: "count of the inbox, ms",
  manyMs: "search with a match in each, first page, ms",
  fewMs: "search with 20 matches, all pages, ms",
  rssMiB: "memory at rest, MiB",
} as const;
type Figures = Readonly<Record<keyof typeof measured, number>>;

interface Seeded {
  readonly parked: number;
  readonly folder: string;
  /** One in the middle. */
  readonly conversationId: string;
  readonly seedSeconds: number;
  readonly bytesEach: number;
  readonly starts: Figures[];
}

/** A server on ten thousand, a hundred thousand and a million parked conversations, in turns; ends with a table of ratios. */
export async function* measureParked(options: readonly string[]) {
  const amounts = options.includes("--small") ? [200, 2_000] : [10_000, 100_000, 1_000_000];
  const seeded: Seeded[] = [];
  for (const parked of amounts) seeded.push(await seed(parked));
  for (let start = 0; start < starts; start += 1)
    for (const one of seeded) {
      progress(`start ${start + 1} of ${starts} on ${one.parked}`);
      one.starts.push(await measureStart(one.folder, neighbour(one.conversationId, start)));
    }
  const columns = seeded.map((one) => mediansOf(one.starts));
  for (const [index, { parked, folder, seedSeconds, bytesEach }] of seeded.entries()) {
    progress(`doctor and the chain of the audit on ${parked}`);
    yield { parked, bytesEach, seedSeconds, ...columns[index], ...(await check(folder)) };
  }
  const ratioOf = (name: keyof Figures) => round((columns.at(-1)?.[name] ?? 0) / (columns[0]?.[name] ?? 0), 2);
  const names = Object.keys(measured) as (keyof Figures)[];
  const ratios = Object.fromEntries(names.map((name) => [name, ratioOf(name)]));
  yield { part: "ratios", of: [amounts[0], amounts.at(-1)], ...ratios };
  const rows = names.map((name) => [measured[name], ...columns.map((column) => column[name]), ratioOf(name)]);
  console.error(tableOf([["parked", ...amounts, "last / first"], ...rows]));
}

async function seed(parked: number): Promise<Seeded> {
  progress(`${parked} parked conversations`);
  const folder = temporaryFolder();
  const began = performance.now();
  const conversationId = await seedFolder(folder, parked);
  const seedSeconds = round((performance.now() - began) / 1000);
  const bytesEach = round(statSync(join(folder, "askback.db")).size / parked);
  return { parked, folder, conversationId, seedSeconds, bytesEach, starts: [] };
}

function mediansOf(all: readonly Figures[]): Figures {
  const medianOf = (name: string) => round(median(all.map((figures) => figures[name as keyof Figures])), 1);
  return Object.fromEntries(Object.keys(measured).map((name) => [name, medianOf(name)])) as unknown as Figures;
}

/** The id of the conversation that was copied so many places later. */
function neighbour(conversationId: string, places: number): string {
  const number = Number.parseInt(conversationId.slice(-8), 16) + places;
  return conversationId.slice(0, -8) + number.toString(16).padStart(8, "0");
}

async function measureStart(folder: string, conversationId: string): Promise<Figures> {
  const server = await startChild<ParkedRequest, ParkedResponse>("../parked/server-process.ts", [
    folder,
    sha256Of(key),
  ]);
  const { url = "", openMs = 0, rssMiB = 0 } = server.ready;
  const read = async (path: string) => {
    const response = await fetch(`${url}${path}`, { headers });
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
    return (await response.json()) as { readonly items: readonly { readonly id: string }[]; readonly next?: string };
  };
  const time = async (work: () => Promise<unknown>) => {
    const began = performance.now();
    await work();
    return performance.now() - began;
  };
  const times = async (path: string) => {
    const each: number[] = [];
    for (let count = 0; count < requests; count += 1) each.push(await time(() => read(path)));
    return median(each);
  };

  const { items } = await read(`/v1/inquiries?conversation=${conversationId}&status=open`);
  const sent = sharedTime();
  const answered = await fetch(`${url}/v1/inquiries/${items[0]?.id}/answer`, {
    method: "POST",
    headers,
    body: JSON.stringify({ answers }),
  });
  if (!answered.ok) throw new Error(`the answer was refused: ${await answered.text()}`);
  const { at = 0 } = await server.request({ type: "resumed" });
  const figures = {
    readyMs: server.readyMs,
    openMs,
    resumedMs: at - sent,
    inboxMs: await times("/v1/inquiries?status=open&waiting=you&snoozed=false"),
    countMs: await times("/v1/inbox/count"),
    manyMs: await times(`/v1/conversations?q=${commonWord}`),
    fewMs: await time(async () => {
      for (let path = `/v1/conversations?q=${rareWord}`; path !== ""; ) {
        const { next } = await read(path);
        path = next === undefined ? "" : `/v1/conversations?q=${rareWord}&cursor=${encodeURIComponent(next)}`;
      }
    }),
    rssMiB,
  };
  await server.end({ type: "stop" });
  return figures;
}

/** Throws unless the folder is what a server would have written, and says how long it took to find out. */
async function check(folder: string) {
  const began = performance.now();
  const findings = checkSqlite(folder).filter(({ status }) => status === "failed");
  const audit = await createSqliteAuditAccess({ folder }).open();
  const { faults, entries } = await verifyAudit(audit);
  await audit.close();
  if (findings.length > 0 || faults.length > 0) throw new Error(JSON.stringify({ findings, faults }));
  return { auditEntries: entries, doctorSeconds: round((performance.now() - began) / 1000, 1) };
}

function tableOf(rows: readonly (readonly (string | number | undefined)[])[]): string {
  const cells = rows.map((row) =>
    row.map((cell) => (typeof cell === "number" ? cell.toLocaleString("en") : `${cell}`)),
  );
  const widths = (cells[0] ?? []).map((_, column) => Math.max(...cells.map((row) => (row[column] ?? "").length)));
  return cells
    .map((row) =>
      row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join("  "),
    )
    .join("\n");
}
