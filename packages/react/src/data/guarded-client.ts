import { aborted, type CallOptions, type Client, type Failure, type Reply } from "@askback/client";

type Call = (...values: never[]) => Reply<unknown>;

/** What anybody may read who may see the project. Every other call is made in one user's name. */
const unguarded = ["list", "get", "transcript", "runs", "read"];

interface Guard {
  verify(): Promise<Failure | undefined>;
  /** Called when the server no longer knows the user, whose session has ended. */
  onUnauthorized(): void;
}

/** A client that verifies the user before each command, and sends nothing where that gives a failure. */
export function guardedClient(client: Client, { verify, onUnauthorized }: Guard): Client {
  function guarded<Calls extends object>(calls: Calls): Calls {
    const entries = Object.entries(calls).map(([name, call]: [string, Call]) => [
      name,
      unguarded.includes(name) ? call : guardedCall(call),
    ]);
    return Object.fromEntries(entries) as Calls;
  }

  function guardedCall(call: Call): Call {
    return async (...values) => {
      const failure = await Promise.race([verify(), abortOf(values)]);
      if (failure) return { ok: false, error: failure };
      const reply = await call(...values);
      if (!reply.ok && reply.error.status === 401) onUnauthorized();
      return reply;
    };
  }

  return {
    ...client,
    conversations: guarded(client.conversations),
    inquiries: guarded(client.inquiries),
    files: guarded(client.files),
    members: guarded(client.members),
    groups: guarded(client.groups),
    invitations: guarded(client.invitations),
    keys: guarded(client.keys),
    sessions: guarded(client.sessions),
  };
}

/** Resolves when a call is aborted, also before it was sent. */
function abortOf(values: readonly unknown[]): Promise<Failure> {
  const { signal } = (values.at(-1) ?? {}) as CallOptions;
  return new Promise((resolve) => signal?.addEventListener("abort", () => resolve(aborted), { once: true }));
}
