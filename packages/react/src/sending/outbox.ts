import type { Database } from "../draft/places.ts";
import type { Job } from "./job.ts";

/** Jobs that wait for a connection, through a reload too. */
export interface Outbox {
  all(): Promise<readonly Job[]>;
  put(job: Job): Promise<void>;
  remove(inquiryId: string): Promise<void>;
  clear(): Promise<void>;
}

/** `prefix` names the person, so that nobody sends what somebody else wrote on the same browser. */
export function createOutbox(database: Database, prefix: Promise<string>): Outbox {
  async function ownKeys(): Promise<readonly string[]> {
    const start = await prefix;
    return (await database.keys()).filter((key) => key.startsWith(start));
  }

  return {
    async all() {
      const stored = await Promise.all((await ownKeys()).map((key) => database.get(key)));
      return stored.filter(isJob);
    },
    put: async (job) => database.set((await prefix) + job.inquiryId, job),
    remove: async (inquiryId) => database.delete((await prefix) + inquiryId),
    async clear() {
      for (const key of await ownKeys()) await database.delete(key);
    },
  };
}

function isJob(stored: unknown): stored is Job {
  return typeof stored === "object" && stored !== null && "inquiryId" in stored && "wish" in stored && "key" in stored;
}
