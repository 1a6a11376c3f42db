import type { Me } from "@askback/core/wire";
import type { BrowserStorage, Database } from "./browser-storage.ts";

/** Names a person of a server. Each part is encoded, so that no name is a prefix of another. */
export function personName(origin: string, personId: string): string {
  return [origin, personId].map(encodeURIComponent).join(":");
}

/** Names the person whose data it is, with the project to which it belongs: what waits is sent to no other. */
export function ownerName(origin: string, { id, project }: Pick<Me, "id" | "project">): string {
  return `${personName(origin, id)}@${encodeURIComponent(project)}`;
}

/** The keys with a prefix, which is all that one person stores of one kind. */
export async function keysWithPrefix(database: Database, prefix: Promise<string>): Promise<readonly string[]> {
  const start = await prefix;
  return (await database.keys()).filter((key) => key.startsWith(start));
}

/** The kinds of what a person writes, with which its keys start. */
export const writtenKinds = ["draft", "text", "outbox", "outgoing", "attached", "file", "early:draft", "early:text"];

/** Deletes what a person wrote and did not send, in every project. */
export async function deleteWritten(
  { database, text, tabText }: Pick<BrowserStorage, "database" | "text" | "tabText">,
  person: string,
): Promise<void> {
  const isWritten = (key: string) =>
    writtenKinds.some((kind) => key.startsWith(`${kind}:`) && isOfPerson(key.slice(kind.length + 1), person));
  for (const texts of [text, tabText]) for (const key of texts.keys().filter(isWritten)) texts.delete(key);
  for (const key of (await database.keys()).filter(isWritten)) await database.delete(key);
}

/** Whether a name, and what may follow it in a key, is of this person in a project, or of the time before names had one. */
export function isOfPerson(name: string, person: string): boolean {
  return name === person || name.startsWith(`${person}:`) || name.startsWith(`${person}@`);
}
