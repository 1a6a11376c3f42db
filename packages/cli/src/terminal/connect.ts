import { type Client, type ClientOptions, createClient, type Failure } from "@askback/client";
import type { Result } from "@askback/core";
import type * as wire from "@askback/core/wire";
import type { Connection } from "../settings/connection.ts";
import { CommandError, exitCodes } from "./exit-code.ts";
import { safeText } from "./text/safe-text.ts";

type Scope = "ask" | "answer" | "admin";

export interface Connected {
  readonly client: Client;
  readonly me: wire.Me;
}

/** A client whose key has the scope. It says at once when no server is there, and later waits through restarts. */
export async function connect(
  { url, askKey, answerKey, project }: Connection & { readonly project?: string },
  scope: Scope,
  { wait }: Pick<ClientOptions, "wait"> = {},
): Promise<Connected> {
  const key = scope === "ask" ? askKey : answerKey;
  if (key === undefined)
    throw new CommandError(
      `the data folder has no key that you can read for the scope \`${scope}\``,
      "Set ASKBACK_KEY to a key of the server.",
      exitCodes.notAllowed,
    );
  const me = orThrow(await readMe({ url, key, project, ...(wait && { wait }) }), url);
  if (!me.scopes.includes(scope))
    throw new CommandError(
      `the key of "${safeText(me.id)}" may not ${scope === "admin" ? "manage the project" : scope}`,
      `Set ASKBACK_KEY to a key with the scope \`${scope}\`.`,
      exitCodes.notAllowed,
    );
  const client = createClient({ url, key, project, via: "terminal" });
  return { client, me };
}

/** The first contact is tried once: somebody who has not started the server learns that without delay. */
async function readMe(options: ClientOptions & { readonly url: string }): Promise<Result<wire.Me, Failure>> {
  const failed = new AbortController();
  let reason: unknown;
  const client = createClient({
    ...options,
    fetch: async (...request) => {
      try {
        return await fetch(...request);
      } catch (error) {
        reason = error;
        failed.abort();
        throw error;
      }
    },
  });
  const reply = await client.me({ signal: failed.signal });
  if (reason === undefined) return reply;
  throw new CommandError(
    `no server answers at ${options.url}`,
    "Start it with `askback serve`, or set ASKBACK_URL and ASKBACK_KEY to another one.",
    exitCodes.serverDown,
  );
}

/** The value of a reply, or the error with which a command ends. */
export function orThrow<Value>(reply: Result<Value, Failure>, url?: string): Value {
  if (reply.ok) return reply.value;
  throw commandErrorOf(reply.error, url);
}

export function commandErrorOf(failure: Failure, url?: string): CommandError {
  const parts = [
    failure.title,
    failure.detail,
    ...(failure.errors ?? []).map((part) => `${part.pointer}: ${part.message}`),
  ];
  const where = failure.status === 0 && url !== undefined ? ` (${url})` : "";
  const message = parts
    .filter((part) => part !== undefined)
    .map(safeText)
    .join("\n  ");
  return new CommandError(`${message}${where}`, safeText(failure.hint), exitCodeOfFailure(failure));
}

function exitCodeOfFailure({ status }: Failure): number {
  if (status === 401 || status === 403) return exitCodes.notAllowed;
  if (status >= 400 && status < 500 && status !== 429) return exitCodes.usage;
  return exitCodes.serverDown;
}
