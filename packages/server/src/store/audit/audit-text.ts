import type { AuditReader, ChainedEntry } from "./audit.ts";

export const auditFormats = ["jsonl", "csv"] as const;
export type AuditFormat = (typeof auditFormats)[number];

const pageSize = 2_000;

/** All entries of a store in their order, as text; it holds one page at a time. */
export async function* auditText(audit: AuditReader, format: AuditFormat, only?: string): AsyncGenerator<string> {
  if (format === "csv") yield csvLine(Object.keys(columns));
  for (const { project } of await audit.chains()) {
    if (only !== undefined && project !== only) continue;
    let previous = "";
    for (let after = 0; ; ) {
      const entries = await audit.entries({ project, after, limit: pageSize });
      let text = "";
      for (const entry of entries) {
        text += format === "csv" ? csvEntry(entry, previous) : jsonEntry(entry, previous);
        previous = entry.seal.hash;
        after = entry.seal.number;
      }
      yield text;
      if (entries.length < pageSize) break;
    }
  }
}

function jsonEntry({ seal, at, facts, ...entry }: ChainedEntry, previous: string): string {
  const { number, hash } = seal;
  return `${JSON.stringify({ number, at: new Date(at).toISOString(), ...entry, facts, previous, hash })}\n`;
}

type Cell = string | number;

const columns: Readonly<Record<string, (entry: ChainedEntry, previous: string) => Cell>> = {
  project: ({ project }) => project,
  number: ({ seal }) => seal.number,
  at: ({ at }) => new Date(at).toISOString(),
  type: ({ type }) => type,
  conversation: ({ conversationId }) => conversationId,
  inquiry: ({ inquiryId = "" }) => inquiryId,
  by: ({ by = "" }) => by,
  via: ({ facts }) => String(facts.via ?? ""),
  facts: ({ facts }) => JSON.stringify(facts),
  previous: (_, previous) => previous,
  hash: ({ seal }) => seal.hash,
};

function csvEntry(entry: ChainedEntry, previous: string): string {
  return csvLine(Object.values(columns).map((cellOf) => cellOf(entry, previous)));
}

function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

/** A spreadsheet runs a text that begins like a formula, so that such a text gets an apostrophe in front. */
function csvCell(cell: Cell): string {
  if (typeof cell === "number") return String(cell);
  const text = /^[\s]*[=+\-@|%\t\r\n]/.test(cell) ? `'${cell}` : cell;
  return `"${text.replaceAll('"', '""')}"`;
}
