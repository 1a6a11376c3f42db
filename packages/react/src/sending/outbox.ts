import { ownKeys } from "../draft/own-keys.ts";
import { type Database, unreadable } from "../draft/places.ts";
import type { Job } from "./job.ts";

/** Jobs that wait for a connection, through a reload too. */
export interface Outbox {
  all(): Promise<readonly Job[]>;
  put(job: Job): Promise<void>;
  /** Whether a job still waits, or may: another tab may have cancelled it, or sent it, which makes sending it again harmless. */
  holds(job: Job): Promise<boolean>;
  remove(inquiryId: string): Promise<void>;
  clear(): Promise<void>;
}

/** `prefix` names the person, so that nobody sends what somebody else wrote on the same browser. */
export function createOutbox(database: Database, prefix: Promise<string>): Outbox {
  // Where a browser keeps nothing no other tab knows of them.
  const unkept = new Set<string>();

  return {
    async all() {
      const stored = await Promise.all((await ownKeys(database, prefix)).map((key) => database.get(key)));
      return stored.filter(isJob);
    },
    async put(job) {
      const name = (await prefix) + job.inquiryId;
      await database.set(name, job);
      if (!isJob(await database.get(name))) unkept.add(job.key);
    },
    async holds(job) {
      const stored = await database.get((await prefix) + job.inquiryId);
      return stored === unreadable || unkept.has(job.key) || (isJob(stored) && stored.key === job.key);
    },
    remove: async (inquiryId) => database.delete((await prefix) + inquiryId),
    async clear() {
      for (const key of await ownKeys(database, prefix)) await database.delete(key);
    },
  };
}

function isJob(stored: unknown): stored is Job {
  return typeof stored === "object" && stored !== null && "inquiryId" in stored && "wish" in stored && "key" in stored;
}
