import {
  type AuditChain,
  type AuditStore,
  type ChainedEntry,
  emptyChain,
  type NewAuditEntry,
  nextInChain,
} from "../audit/audit.ts";
import { parseCursor, toCursor, toPage } from "../page.ts";

interface MemoryAudit extends AuditStore {
  add(entries: readonly NewAuditEntry[]): void;
}

/** Chains in arrays. */
export function createMemoryAudit(write: <Value>(work: () => Value) => Promise<Value>): MemoryAudit {
  const chains = new Map<string, ChainedEntry[]>();

  function add(entries: readonly NewAuditEntry[]): void {
    for (const entry of entries) {
      const chain = chains.get(entry.project) ?? [];
      chains.set(entry.project, chain);
      chain.push({ ...entry, seal: nextInChain(chain.at(-1)?.seal ?? emptyChain, entry) });
    }
  }

  const all = () => [...chains.values()].flat();

  return {
    add,
    record: (entry) => write(() => add([entry])),
    recordOnce: (entry) =>
      write(() => {
        const isRecorded = all().some(
          ({ inquiryId, type, by }) => inquiryId === entry.inquiryId && type === entry.type && by === entry.by,
        );
        if (!isRecorded) add([entry]);
      }),
    async ofInquiry({ inquiryId, limit, cursor }) {
      const [after] = (cursor !== undefined && parseCursor(cursor)) || [0];
      const found = all().filter((entry) => entry.inquiryId === inquiryId && entry.seal.number > after);
      return toPage(found, limit, ({ seal }) => toCursor(seal.number, ""));
    },
    chains: async () =>
      [...chains].map(([project, entries]): AuditChain => ({ project, ...(entries.at(-1)?.seal ?? emptyChain) })),
    chainOf: async (project) => chains.get(project)?.at(-1)?.seal ?? emptyChain,
    entries: async ({ project, after, limit, types }) =>
      (chains.get(project) ?? [])
        .filter(({ seal, type }) => seal.number > after && (types?.includes(type) ?? true))
        .slice(0, limit),
    unchainedCount: async () => 0,
  };
}
