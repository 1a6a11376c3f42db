import type { Failure } from "@askback/client";
import type { AnswerSet } from "../drafts/draft-answers.ts";
import { type Database, unreadable } from "../storage/browser-storage.ts";
import { keysWithPrefix } from "../storage/owner-keys.ts";
import type { MessageSubmission, ResolutionRequest, Submission } from "./submission.ts";

/** A submission as the browser stores it. */
export interface StoredSubmission {
  readonly submission: Submission;
  /** Whether a request for it was begun, so that it may have arrived. */
  readonly isAttempted: boolean;
  /** When a tab last sent it in vain. */
  readonly triedAt?: number;
  /** Why the server refused it. */
  readonly problem?: Failure;
}

/** The submissions that the server has not answered yet, each under a key of its own, so that tabs never overwrite each other's. */
export interface SubmissionStore {
  /** Oldest first. */
  all(): Promise<readonly StoredSubmission[]>;
  put(stored: StoredSubmission): Promise<void>;
  /** Whether it is stored, or may be: where the browser stores or reads nothing, only the page that has it knows. */
  has(id: string): Promise<boolean>;
  /** Notes that this tab has just sent it in vain, if it is still stored; resolves to the time that is noted. */
  markTried(id: string): Promise<number>;
  /** When a tab last sent it in vain. */
  triedAt(id: string): Promise<number | undefined>;
  remove(id: string): Promise<void>;
  clear(): Promise<void>;
}

/** Under which the browser stores submissions. */
export const outboxPrefix = "outbox:";

/** A refused submission that nobody came back to is deleted after this time. */
const refusedMaxAgeMs = 30 * 24 * 60 * 60 * 1000;

/** `owner` names the person, so that nobody sends what somebody else wrote in the same browser. */
export function createSubmissionStore(database: Database, owner: Promise<string>, now: () => number): SubmissionStore {
  const prefix = owner.then((name) => `${outboxPrefix}${name}:`);
  /** Where version 1 stored messages. */
  const messagePrefix = owner.then((name) => `outgoing:${name}:`);
  /** Submissions that the browser did not store. */
  const unstored = new Set<string>();

  async function readAll(): Promise<readonly (readonly [key: string, value: unknown])[]> {
    const keys = [...(await keysWithPrefix(database, prefix)), ...(await keysWithPrefix(database, messagePrefix))];
    return Promise.all(keys.map(async (key) => [key, await database.get(key)] as const));
  }

  /** Stores an entry of version 1 in today's form. If it is interrupted, both forms are there and have the same id. */
  async function upgrade(key: string, value: unknown): Promise<readonly StoredSubmission[]> {
    const stored = fromVersion1(value);
    if (!stored) return [];
    await database.set((await prefix) + stored.submission.id, stored);
    await database.delete(key);
    return [stored];
  }

  return {
    async all() {
      const entries = await readAll();
      const current = entries.flatMap(([, value]) => (isStored(value) ? [value] : []));
      const older = await Promise.all(entries.map(([key, value]) => (isStored(value) ? [] : upgrade(key, value))));
      const expired = [...current, ...older.flat()].filter(
        ({ problem, submission }) => problem && now() - submission.createdAt > refusedMaxAgeMs,
      );
      for (const { submission } of expired) await database.delete((await prefix) + submission.id);
      const byId = new Map(
        [...older.flat(), ...current]
          .filter((stored) => !expired.includes(stored))
          .map((stored) => [stored.submission.id, stored]),
      );
      return [...byId.values()].toSorted((a, b) => a.submission.createdAt - b.submission.createdAt);
    },
    async put(stored) {
      const key = (await prefix) + stored.submission.id;
      await database.set(key, stored);
      if (isStored(await database.get(key))) unstored.delete(stored.submission.id);
      else unstored.add(stored.submission.id);
    },
    async has(id) {
      const value = await database.get((await prefix) + id);
      return value === unreadable || unstored.has(id) || isStored(value);
    },
    async markTried(id) {
      const triedAt = now();
      await database.update((await prefix) + id, (stored) => (isStored(stored) ? { ...stored, triedAt } : stored));
      return triedAt;
    },
    async triedAt(id) {
      const value = await database.get((await prefix) + id);
      return isStored(value) ? value.triedAt : undefined;
    },
    remove: async (id) => database.delete((await prefix) + id),
    async clear() {
      for (const [key] of await readAll()) await database.delete(key);
    },
  };
}

function isStored(value: unknown): value is StoredSubmission {
  if (typeof value !== "object" || value === null || !("submission" in value)) return false;
  const { submission } = value;
  return typeof submission === "object" && submission !== null && "id" in submission && "type" in submission;
}

/** A queued answer as version 1 stored it, under `outbox:` and the inquiry's id; its request is the only object with a type. */
interface Version1Answer {
  readonly inquiryId: string;
  readonly conversationId: string;
  readonly revision: number;
  readonly key: string;
  readonly answers?: AnswerSet;
}

/** A message as version 1 stored it, under `outgoing:` and its key. */
interface Version1Message extends Pick<MessageSubmission, "conversationId" | "text" | "isSeparate" | "answers"> {
  readonly key: string;
  readonly writtenAt: number;
  readonly status: string;
  readonly problem?: string;
}

function fromVersion1(value: unknown): StoredSubmission | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const request = Object.values(value).find(isRequest);
  if (request && isVersion1Answer(value)) {
    const { inquiryId, conversationId, revision, key: id, answers } = value;
    const target = { inquiryId, conversationId, revision, ...(answers && { answers }) };
    return { submission: { ...target, ...request, id, createdAt: 0 }, isAttempted: true };
  }
  if (!isVersion1Message(value)) return undefined;
  const { key: id, writtenAt: createdAt, conversationId, text, isSeparate, answers } = value;
  const message = { type: "message", id, createdAt, conversationId, text, isSeparate } as const;
  const problem: Failure = { type: "about:blank", status: 400, code: "refused", title: value.problem ?? "", hint: "" };
  return {
    submission: { ...message, ...(answers && { answers }) },
    isAttempted: true,
    ...(value.status === "failed" && { problem }),
  };
}

function isRequest(value: unknown): value is ResolutionRequest {
  const types: readonly unknown[] = ["answer", "delegate", "decline", "dismiss"];
  return typeof value === "object" && value !== null && "type" in value && types.includes(value.type);
}

function isVersion1Answer(value: object): value is Version1Answer {
  return "inquiryId" in value && "key" in value;
}

function isVersion1Message(value: object): value is Version1Message {
  const { key, conversationId, text } = value as Partial<Version1Message>;
  return [key, conversationId, text].every((field) => typeof field === "string");
}
