import { aborted, type CallOptions, type Client, type Failure, type Reply } from "@askback/client";

type Call = (...values: never[]) => Reply<unknown>;

/** What only reads. Every other call is made in one user's name. */
const reads = ["list", "get", "transcript", "runs", "read", "count", "deliveries"];

interface Guard {
  verify(): Promise<Failure | undefined>;
  /** Called when the server no longer knows the user, whose session has ended. */
  onUnauthorized(): void;
}

/** A client that verifies the user before each command, and sends nothing where that gives a failure. */
export function guardedClient(client: Client, { verify, onUnauthorized }: Guard): Client {
  function guarded<Calls extends object>(calls: Calls, unguarded: readonly string[] = reads): Calls {
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
    ...guarded({ updateMe: client.updateMe }),
    conversations: guarded(client.conversations),
    inquiries: guarded(client.inquiries),
    files: guarded(client.files),
    members: guarded(client.members),
    groups: guarded(client.groups),
    invitations: guarded(client.invitations),
    keys: guarded(client.keys),
    sessions: guarded(client.sessions),
    projects: guarded(client.projects),
    tokens: guarded(client.tokens),
    signInLinks: guarded(client.signInLinks),
    notifications: guarded(client.notifications),
    notices: guarded(client.notices),
    standingAnswers: guarded(client.standingAnswers),
    // How somebody else is reached is not even read.
    contact: guarded(client.contact, []),
  };
}

/** Resolves when a call is aborted, also before it was sent. */
function abortOf(values: readonly unknown[]): Promise<Failure> {
  const { signal } = (values.at(-1) ?? {}) as CallOptions;
  return new Promise((resolve) => signal?.addEventListener("abort", () => resolve(aborted), { once: true }));
}
