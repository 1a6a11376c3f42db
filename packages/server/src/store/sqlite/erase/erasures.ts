import type { DatabaseSync } from "node:sqlite";
import { setImmediate } from "node:timers/promises";
import type { Clock } from "../../../clock.ts";
import type { GroupCommit } from "../commit/group-commit.ts";
import { markForScrub } from "../scrub.ts";

/**
 * Deletes the log and the messages of deleted conversations in steps, after the commit that deletes the conversation, so that
 * a large one holds nobody up. What a crash leaves is found at the next start, and what a failing disk leaves is tried again.
 */
export interface Erasures {
  /** To be called in the transaction that deletes a conversation. */
  add(conversationId: string): void;
  /** To be called where that transaction was rolled back, or refuses the deletion when it is tried again. */
  drop(conversationId: string): void;
  /** Resolves when nothing of the conversation is left. */
  finish(conversationId: string): Promise<void>;
  /** Finishes what the process before has left. */
  recover(): Promise<void>;
  /** Whether rows have to be deleted before the file can be free of them. */
  isAtWork(): boolean;
  /** Resolves when all rows are deleted, but those that could not be. */
  settled(): Promise<void>;
  close(): void;
}

interface ErasuresOptions {
  readonly group: Pick<GroupCommit, "write">;
  readonly clock: Clock;
  /** Called when all rows are deleted. */
  onErased(): void;
}

const bytesPerStep = 256 * 1024;
const rowsPerStep = 64;
const conversationsPerTurn = 2_000;
const retryMs = 1_000;

export function createErasures(db: DatabaseSync, { group, clock, onErased }: ErasuresOptions): Erasures {
  const pending = new Set<string>();
  const failed = new Set<string>();
  const underWay = new Map<string, Promise<void>>();
  /** Whether it is unknown what the process before has left. */
  let isRecovering = false;
  let isScanning = false;
  let isClosed = false;
  let cancelRetry = () => {};

  const selectKey = db.prepare("select key from conversations where id = ? and status = 'deleted'");
  // What follows the deletion tells of sub-agents, and has no words.
  const deletion = `(select max(position) from log where conversation = ?1 and json_extract(events, '$[0].type') = 'conversation.deleted')`;
  const tables = [
    {
      select: db.prepare(
        `select position as last, octet_length(events) as size from log
         where conversation = ?1 and position < ${deletion} order by position limit ${rowsPerStep}`,
      ),
      remove: db.prepare("delete from log where conversation = ? and position <= ?"),
    },
    {
      select: db.prepare(
        `select number as last, octet_length(message) as size from messages where conversation = ? order by number limit ${rowsPerStep}`,
      ),
      remove: db.prepare("delete from messages where conversation = ? and number <= ?"),
    },
  ];
  const selectDeleted = db.prepare(
    `select key, id, status from conversations where key > ? order by key limit ${conversationsPerTurn}`,
  );

  /** Deletes some rows inside a transaction; returns false where none is left. */
  function eraseSome(key: number): boolean {
    for (const { select, remove } of tables) {
      const last = lastOfStep(select.all(key));
      if (last === undefined) continue;
      db.exec(markForScrub);
      remove.run(key, last);
      return true;
    }
    return false;
  }

  function hasRows(key: number): boolean {
    return tables.some(({ select }) => select.get(key) !== undefined);
  }

  async function erase(conversationId: string): Promise<void> {
    const found = selectKey.get(conversationId);
    if (found) while (await group.write(() => eraseSome(Number(found.key))));
    pending.delete(conversationId);
  }

  function finish(conversationId: string): Promise<void> {
    const known = underWay.get(conversationId);
    if (known) return known;
    failed.delete(conversationId);
    const erasing = erase(conversationId)
      .catch((error) => {
        failed.add(conversationId);
        retryLater();
        throw error;
      })
      .finally(() => {
        underWay.delete(conversationId);
        if (!isAtWork() && !isClosed) onErased();
      });
    underWay.set(conversationId, erasing);
    return erasing;
  }

  function retryLater(): void {
    cancelRetry();
    if (isClosed) return;
    // Each that fails again comes here again.
    cancelRetry = clock.after(retryMs, () => {
      if (isRecovering && !isScanning) recover().catch(() => {});
      for (const id of pending) finish(id).catch(() => {});
    });
  }

  async function findDeleted(): Promise<void> {
    for (let reached = 0; !isClosed; ) {
      const slice = selectDeleted.all(reached);
      for (const { key, id, status } of slice)
        if (status === "deleted" && hasRows(Number(key))) pending.add(String(id));
      const last = slice.at(-1);
      if (!last) return;
      reached = Number(last.key);
      await setImmediate();
    }
  }

  async function recover(): Promise<void> {
    isRecovering = true;
    isScanning = true;
    try {
      await findDeleted();
      isRecovering = false;
    } catch (error) {
      retryLater();
      throw error;
    } finally {
      isScanning = false;
    }
    for (const id of pending) await finish(id);
    if (!isAtWork() && !isClosed) onErased();
  }

  function isAtWork(): boolean {
    return isRecovering || pending.size > 0;
  }

  return {
    add: (id) => void pending.add(id),
    drop: (id) => void pending.delete(id),
    finish,
    recover,
    isAtWork,
    async settled() {
      while (isScanning || pending.size > failed.size) {
        await Promise.allSettled(underWay.values());
        await setImmediate();
      }
    },
    close() {
      // Whoever waits for a step must not wait for ever.
      for (const id of pending) failed.add(id);
      isClosed = true;
      cancelRetry();
    },
  };
}

/** The last of the rows that a step deletes: as many as have the bytes of a step, and at least one. */
function lastOfStep(rows: readonly Readonly<Record<string, unknown>>[]): number | undefined {
  let bytes = 0;
  const end = rows.findIndex(({ size }) => {
    bytes += Number(size);
    return bytes >= bytesPerStep;
  });
  const last = rows.at(end);
  return last && Number(last.last);
}
