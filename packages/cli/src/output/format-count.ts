import type { ArchiveHeader, RecordType } from "@askback/server";

type Counts = ArchiveHeader["counts"];

const plurals: Readonly<Record<RecordType, string>> = {
  conversation: "conversations",
  message: "messages",
  inquiry: "inquiries",
  run: "runs",
  event: "events",
  reply: "replies",
  "file-content": "file contents",
  file: "files",
  "file-use": "uses of files",
  notification: "notifications",
  notice: "notices",
  access: "rows of people and keys",
  audit: "entries of the audit",
  standing: "standing answers",
};

const singulars: Readonly<Partial<Record<RecordType, string>>> = {
  audit: "entry of the audit",
  standing: "standing answer",
};

export function formatCount(count: number, type: RecordType): string {
  return `${count.toLocaleString("en")} ${count === 1 ? (singulars[type] ?? type.replace("-", " ")) : plurals[type]}`;
}

/** All counts that are not 0, as one list. */
export function formatCounts(counts: Partial<Counts>): string {
  const parts = Object.entries(counts).filter(([, count]) => count > 0);
  const texts = parts.map(([type, count]) => formatCount(count, type as RecordType));
  return new Intl.ListFormat("en").format(texts) || "nothing";
}

export function sumCounts(counts: Counts): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}
