import type { Database } from "../draft/places.ts";
import type { OutgoingMessage } from "./outgoing-message.ts";

/** Messages that the server does not have yet: one entry for each, so that two tabs never overwrite each other's. */
export interface OutgoingStore {
  /** Oldest first. Whatever was on its way waits, since nobody knows whether it arrived. */
  all(): Promise<readonly OutgoingMessage[]>;
  /** Gives whether it is kept now; a browser may forbid that. */
  put(message: OutgoingMessage): Promise<boolean>;
  has(message: OutgoingMessage): Promise<boolean>;
  remove(message: OutgoingMessage): Promise<void>;
  clear(): Promise<void>;
}

/** `prefix` names the person, so that nobody sends what somebody else wrote on the same browser. */
export function createOutgoingStore(database: Database, prefix: Promise<string>): OutgoingStore {
  const keyOf = async ({ key }: OutgoingMessage) => (await prefix) + key;
  const has = async (message: OutgoingMessage) => (await database.get(await keyOf(message))) !== undefined;

  async function ownKeys(): Promise<readonly string[]> {
    const start = await prefix;
    return (await database.keys()).filter((key) => key.startsWith(start));
  }

  return {
    async all() {
      const stored = await Promise.all((await ownKeys()).map((key) => database.get(key)));
      return stored
        .filter(isOutgoing)
        .map((message) => (message.status === "failed" ? message : { ...message, status: "waiting" as const }))
        .toSorted((a, b) => a.writtenAt - b.writtenAt);
    },
    async put(message) {
      await database.set(await keyOf(message), message);
      return has(message);
    },
    has,
    remove: async (message) => database.delete(await keyOf(message)),
    async clear() {
      for (const key of await ownKeys()) await database.delete(key);
    },
  };
}

function isOutgoing(stored: unknown): stored is OutgoingMessage {
  if (typeof stored !== "object" || stored === null) return false;
  const { key, conversationId, text } = stored as Partial<OutgoingMessage>;
  return [key, conversationId, text].every((field) => typeof field === "string");
}
