import type { RecordType } from "@askback/server";

const plurals: Readonly<Record<RecordType, string>> = {
  conversation: "conversations",
  message: "messages",
  inquiry: "inquiries",
  run: "runs",
  event: "events",
  reply: "replies",
};

/** A number of things, for people. */
export function counted(count: number, type: RecordType): string {
  return `${count.toLocaleString("en")} ${count === 1 ? type : plurals[type]}`;
}

export function listed(parts: readonly string[]): string {
  return new Intl.ListFormat("en").format(parts);
}
