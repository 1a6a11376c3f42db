import { createHash } from "node:crypto";

/** What identifies a call to the person: who asks for what. */
export interface AskedCall {
  /** The same for all calls of one client of one wrapped server, also after a restart. */
  readonly session: string;
  readonly approval: unknown;
  /** The client's own id of the call, which it repeats with the call. */
  readonly callId: string | undefined;
}

/** Where Claude Code says which call of the model it makes. */
const callIdField = "claudecode/toolUseId";

export function callIdOf(meta: unknown): string | undefined {
  const id = typeof meta === "object" && meta !== null ? (meta as Record<string, unknown>)[callIdField] : undefined;
  return typeof id === "string" && id !== "" ? id : undefined;
}

/** The key of an ask. Calls without an id are told apart by their count among equal ones. */
export function askKey({ session, approval, callId }: AskedCall, count: number): string {
  const call = callId === undefined ? ["count", count] : ["id", callId];
  return `mcp-${digestOf([session, approval, call])}`;
}

export function digestOf(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex");
}

export interface CallCounts {
  /** The count for a call: that of an equal call whose caller gave up, else the next one. */
  take(digest: string): number;
  /** The caller of this call gave up: the same call again continues it. */
  release(digest: string, count: number): void;
}

/** Tells a call that is made again, after its caller gave up, from one more equal call. */
export function createCallCounts(): CallCounts {
  const next = new Map<string, number>();
  const released = new Map<string, number[]>();
  return {
    take(digest) {
      const again = released.get(digest)?.shift();
      if (again !== undefined) return again;
      const count = next.get(digest) ?? 0;
      next.set(digest, count + 1);
      return count;
    },
    release(digest, count) {
      released.set(
        digest,
        [...(released.get(digest) ?? []), count].sort((a, b) => a - b),
      );
    },
  };
}
