import { ownKeys } from "../draft/own-keys.ts";
import type { Database } from "../draft/places.ts";
import type { OutgoingMessage } from "./outgoing-message.ts";

/** Messages that the server does not have yet: one entry for each, so that two tabs never overwrite each other's. */
export interface OutgoingStore {
  /** Oldest first. Whatever was on its way waits, since nobody knows whether it arrived. */
  all(): Promise<readonly OutgoingMessage[]>;
  /** Gives whether it is kept now; a browser may forbid that. */
  put(message: OutgoingMessage): Promise<boolean>;
  /** Whether it is still there, or may be: sending it again is harmless. */
  has(message: OutgoingMessage): Promise<boolean>;
  remove(message: OutgoingMessage): Promise<void>;
  clear(): Promise<void>;
}

/** `prefix` names the person, so that nobody sends what somebody else wrote on the same browser. */
export function createOutgoingStore(database: Database, prefix: Promise<string>): OutgoingStore {
  const keyOf = async ({ key }: OutgoingMessage) => (await prefix) + key;
  const stored = async (message: OutgoingMessage) => database.get(await keyOf(message));

  return {
    async all() {
      const all = await Promise.all((await ownKeys(database, prefix)).map((key) => database.get(key)));
      return all
        .filter(isOutgoing)
        .map((message) => (message.status === "failed" ? message : { ...message, status: "waiting" as const }))
        .toSorted((a, b) => a.writtenAt - b.writtenAt);
    },
    async put(message) {
      await database.set(await keyOf(message), message);
      return isOutgoing(await stored(message));
    },
    has: async (message) => (await stored(message)) !== undefined,
    remove: async (message) => database.delete(await keyOf(message)),
    async clear() {
      for (const key of await ownKeys(database, prefix)) await database.delete(key);
    },
  };
}

function isOutgoing(stored: unknown): stored is OutgoingMessage {
  if (typeof stored !== "object" || stored === null) return false;
  const { key, conversationId, text } = stored as Partial<OutgoingMessage>;
  return [key, conversationId, text].every((field) => typeof field === "string");
}
