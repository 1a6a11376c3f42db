import type { NewAuditEntry } from "../audit/audit.ts";
import { maxStanding, type StandingRecord, type StandingStore } from "../standing-answers.ts";

interface MemoryStandingOptions {
  write<Value>(work: () => Value): Promise<Value>;
  addAudit(entries: readonly NewAuditEntry[]): void;
}

/** Standing answers in a map; those that are revoked are gone. */
export function createMemoryStanding({ write, addAudit }: MemoryStandingOptions): StandingStore {
  const records = new Map<string, StandingRecord>();
  const all = (project: string) =>
    [...records.values()]
      .filter((record) => record.project === project)
      .toSorted((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1));
  return {
    make: (record, audit) =>
      write(() => {
        const { project, agent, fingerprint } = record;
        if (all(project).some((one) => one.agent === agent && one.fingerprint === fingerprint)) return "exists";
        if (all(project).length >= maxStanding) return "full";
        records.set(record.id, record);
        addAudit([audit]);
        return "made";
      }),
    revoke: (id, audit) =>
      write(() => {
        const isRevoked = records.delete(id);
        if (isRevoked) addAudit([audit]);
        return isRevoked;
      }),
    find: async (id) => records.get(id),
    list: async (project) => all(project),
    ofAgent: async (project, agent) => all(project).filter((record) => record.agent === agent),
  };
}
