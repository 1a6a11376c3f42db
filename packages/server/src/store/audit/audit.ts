import { hash } from "node:crypto";
import { type AuditFact, type AuditType, auditFacts, type Command, type Conversation, type Event } from "@askback/core";
import type { Page, PageRequest } from "../store.ts";

/**
 * The audit says what happened to inquiries, who did it and by which way. Nothing changes or deletes an entry, also not the erasure of its
 * conversation: an entry has ids and facts, and no words. The entries of a project are a chain, in which each has a
 * hash of itself and of the hash before.
 */
export interface AuditStore extends AuditReader {
  /** Records something that no commit records, each time. */
  record(entry: NewAuditEntry): Promise<void>;
  /** Records something that no commit records, unless the inquiry has such an entry of the same person or key already. */
  recordOnce(entry: NewAuditEntry): Promise<void>;
  /** In the order in which they were recorded. */
  ofInquiry(range: InquiryAuditRange): Promise<Page<AuditEntry>>;
}

export interface AuditReader {
  /** The end of each chain. */
  chains(): Promise<readonly AuditChain[]>;
  /** The end of one chain. */
  chainOf(project: string): Promise<ChainEntry>;
  /** The entries of a chain after a number. */
  entries(range: AuditRange): Promise<readonly ChainedEntry[]>;
  /** How many entries are recorded and not yet in their chain. */
  unchainedCount(): Promise<number>;
}

/** An entry that is stored with a commit, or by `recordOnce`. */
export interface NewAuditEntry extends AuditFact {
  readonly project: string;
  readonly conversationId: string;
}

export interface AuditEntry extends NewAuditEntry {
  /** Its place in the chain; where several servers share a store, it is there a moment later. */
  readonly seal?: ChainEntry;
}

export interface ChainedEntry extends NewAuditEntry {
  readonly seal: ChainEntry;
}

export interface ChainEntry {
  /** From 1, without gaps. */
  readonly number: number;
  readonly hash: string;
}

export interface AuditChain extends ChainEntry {
  readonly project: string;
}

export interface AuditRange {
  readonly project: string;
  readonly after: number;
  readonly limit: number;
  /** Only entries of these types. */
  readonly types?: readonly AuditType[];
}

export interface InquiryAuditRange extends PageRequest {
  readonly inquiryId: string;
}

/** The end of a chain without entries. */
export const emptyChain: ChainEntry = { number: 0, hash: "" };

/** Number and hash of an entry that follows another one. */
export function nextInChain(previous: ChainEntry, entry: NewAuditEntry): ChainEntry {
  const number = previous.number + 1;
  return { number, hash: chainHash(previous.hash, number, entry) };
}

/** Binds an entry to its place and to everything before it. */
export function chainHash(previousHash: string, number: number, entry: NewAuditEntry): string {
  const { project, type, at, conversationId, inquiryId, by, facts } = entry;
  const hashed = [previousHash, project, number, type, at, conversationId, inquiryId ?? null, by ?? null, facts];
  return hash("sha256", JSON.stringify(hashed), "hex");
}

/** The entries of the events of a command. */
export function auditEntries(
  before: Conversation | undefined,
  { agent, project, id: conversationId }: Conversation,
  events: readonly Event[],
  command: Command,
): readonly NewAuditEntry[] {
  const { via, key } = "via" in command ? command : {};
  return auditFacts({ before, events, agent, via, key }).map((fact) => ({ ...fact, project, conversationId }));
}

type Row = Readonly<Record<string, unknown>>;

/** The columns of an entry, in the order of `auditValues`; both databases have them. */
export const auditColumns = "project, type, at, conversation_id, inquiry_id, actor, facts" as const;

export function auditValues({ project, type, at, conversationId, inquiryId, by, facts }: NewAuditEntry) {
  return [project, type, at, conversationId, inquiryId ?? null, by ?? null, JSON.stringify(facts)] as const;
}

export function rowToAuditEntry(row: Row): AuditEntry {
  return {
    project: String(row.project),
    type: row.type as AuditFact["type"],
    at: Number(row.at),
    conversationId: String(row.conversation_id),
    ...(row.inquiry_id != null && { inquiryId: String(row.inquiry_id) }),
    ...(row.actor != null && { by: String(row.actor) }),
    facts: readFacts(row.facts),
    ...(row.number != null && { seal: { number: Number(row.number), hash: String(row.hash) } }),
  };
}

export function rowToChainedEntry(row: Row): ChainedEntry {
  return { ...rowToAuditEntry(row), seal: { number: Number(row.number), hash: String(row.hash) } };
}

/** Somebody may have deleted the end of a chain and not its entries. */
export const chainsSql = `select known.project, coalesce(number, 0) as number, coalesce(hash, '') as hash
  from (select project from audit_chains union select project from audit where number is not null) as known
  left join audit_chains on audit_chains.project = known.project order by known.project` as const;

export function rowToChain(row: Row): AuditChain {
  return { project: String(row.project), number: Number(row.number), hash: String(row.hash) };
}

/** Somebody may have written anything into the row, which then has another hash. */
function readFacts(facts: unknown): AuditFact["facts"] {
  try {
    return JSON.parse(String(facts)) as AuditFact["facts"];
  } catch {
    return { unreadable: true };
  }
}
