import type { Clock } from "../../../clock.ts";
import type { Commit, CommitResult } from "../../store.ts";
import type { NotifyChannel } from "../cluster/notify-channel.ts";
import { createBatcher } from "../connection/batcher.ts";
import type { Database, Row } from "../connection/database.ts";
import { isFileConflict, isUniqueViolation } from "../connection/pg-errors.ts";
import { type CommitRow, type GroupRows, toGroupRows } from "./commit-rows.ts";
import { shapeByName, shapeFor } from "./commit-shapes.ts";
import { createCommitStatement } from "./commit-sql.ts";
import type { RecentStates } from "./recent-states.ts";

const maxGroups = 4;
const maxGroupSize = 200;

export interface GroupCommitOptions {
  readonly clock: Clock | undefined;
  readonly notifyChannel: Pick<NotifyChannel, "notifyCommitted" | "notifyChanged">;
  /** The states that groups leave, which are also checked where they are expected. */
  readonly recent: RecentStates;
  /** Awaited before events are written. */
  beforeWrite(): Promise<void>;
  /** Called when a group has added to the log. */
  onCommitted(): void;
}

export interface GroupCommit {
  commit(commit: Commit): Promise<CommitResult>;
  /** Resolves when no commit is waiting or under way. */
  idle(): Promise<void>;
}

/** Commits that wait at the same moment travel as one statement; those of one conversation follow each other. */
export function createGroupCommit(database: Database, options: GroupCommitOptions): GroupCommit {
  const { clock, notifyChannel, recent, beforeWrite, onCommitted } = options;
  const sendByShape = new Map<string, (commits: GroupRows) => Promise<readonly Row[]>>();

  async function sendGroup(rows: GroupRows): Promise<readonly Row[]> {
    const name = shapeFor(rows);
    const sendRows = sendByShape.get(name) ?? prepare(name);
    sendByShape.set(name, sendRows);
    return sendRows(rows);
  }

  function prepare(name: string) {
    const shape = shapeByName.get(name);
    if (!shape) throw new Error(`no statement is named ${name}`);
    const { sql, parameters } = createCommitStatement(shape);
    const run = database.prepared(name, sql);
    return (rows: GroupRows) => run(parameters(rows, clock?.now() ?? null));
  }

  async function send(commits: readonly Commit[]): Promise<readonly (CommitResult | "retry")[]> {
    await beforeWrite();
    const group = toGroupRows(commits, recent);
    const rows = await sendGroup(group).catch((error) => {
      // A group is sent again one by one; then the next attempt finds the conversation or the file as it is by then.
      if (commits.length === 1 && (isUniqueViolation(error, "conversations") || isFileConflict(error))) return [];
      throw error;
    });
    if (rows[0]?.has_events === true) {
      onCommitted();
      notifyChannel.notifyCommitted();
    }
    const changed = rows.filter((row) => row.done === true && row.is_leased_elsewhere === true);
    if (changed.length > 0)
      notifyChannel.notifyChanged(changed.flatMap((row) => commits[Number(row.ord)]?.projection.conversation.id ?? []));
    const rowByOrd = new Map(rows.map((row) => [row.ord, row]));
    return group.commits.map((sent) => {
      const row = rowByOrd.get(sent.ord);
      const result = toResult(sent.commit, row);
      remember(sent, result, Number(row?.at));
      return result;
    });
  }

  function remember({ conversation, state }: CommitRow, result: CommitResult | "retry", at: number): void {
    if (result !== "retry" && result.ok) recent.set({ conversation, version: result.version, at }, state.length);
    else recent.delete(conversation.id);
  }

  const batcher = createBatcher<Commit, CommitResult | "retry">({
    keyOf: ({ projection }) => projection.conversation.id,
    maxBatches: maxGroups,
    maxSize: maxGroupSize,
    send,
  });

  return {
    async commit(commit) {
      let result = await batcher.add(commit);
      while (result === "retry") result = await batcher.add(commit);
      return result;
    },
    idle: batcher.idle,
  };
}

function toResult(commit: Commit, row: Row | undefined): CommitResult | "retry" {
  if (row?.done === true) {
    const version = commit.expectedVersion + commit.events.length;
    return { ok: true, version, ...(row.epoch != null && { epoch: Number(row.epoch) }) };
  }
  switch (row?.reason) {
    case "version":
    case "epoch":
    case "file":
      return { ok: false, reason: row.reason };
    case "reply": {
      const reply = { fingerprint: String(row.fingerprint), status: Number(row.reply_status), body: String(row.body) };
      return { ok: false, reason: "reply", reply };
    }
    default:
      // A concurrent commit used the key, or made the conversation; the next attempt sees what it wrote.
      return "retry";
  }
}
