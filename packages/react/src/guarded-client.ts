import { aborted, type CallOptions, type Client, type Failure, type Reply } from "@askback/client";

type Call = (...values: never[]) => Reply<unknown>;

/** What anybody may read who may see the project. All else is done, or kept, in one person's name. */
const open = ["list", "get", "transcript", "runs"];

/** A client that first asks why it may not act, and does nothing where there is a reason. */
export function guardedClient(client: Client, reason: () => Promise<Failure | undefined>): Client {
  function guarded<Calls extends object>(calls: Calls): Calls {
    const entries = Object.entries(calls).map(([name, call]: [string, Call]) => [
      name,
      open.includes(name) ? call : guardedCall(call),
    ]);
    return Object.fromEntries(entries) as Calls;
  }

  function guardedCall(call: Call): Call {
    return async (...values) => {
      const problem = await Promise.race([reason(), abortOf(values)]);
      return problem ? { ok: false, error: problem } : call(...values);
    };
  }

  return {
    ...client,
    conversations: guarded(client.conversations),
    inquiries: guarded(client.inquiries),
  };
}

/** What a call comes to when it is called off, though it has not begun. */
function abortOf(values: readonly unknown[]): Promise<Failure> {
  const { signal } = (values.at(-1) ?? {}) as CallOptions;
  return new Promise((resolve) => signal?.addEventListener("abort", () => resolve(aborted), { once: true }));
}
