import type { Credentials } from "../../people/credentials.ts";
import type { Directory } from "../../people/directory.ts";
import { createCredentials } from "../../people/sql-credentials.ts";
import { createDirectory } from "../../people/sql-directory.ts";
import type { Row, Statement, Value } from "../../people/statements.ts";
import type { NotifyChannel } from "../cluster/notify-channel.ts";
import type { Database } from "../connection/database.ts";
import { withoutNul } from "../connection/sql-values.ts";
import { createAccessCache } from "./access-cache.ts";

interface People {
  readonly directory: Directory;
  readonly credentials: Credentials;
  onAccessChanged(listener: () => void): () => void;
}

/** People and credentials in tables that all servers share. */
export function createPeople(
  database: Pick<Database, "query" | "transaction">,
  notifyChannel: Pick<NotifyChannel, "listen" | "senderId" | "isListening">,
): People {
  const cache = createAccessCache(notifyChannel.isListening);
  const listeners = new Set<() => void>();
  const callListeners = () => {
    for (const listener of listeners) listener();
  };
  notifyChannel.listen("askback_access", (payload) => {
    cache.clear();
    // Without a payload nothing is known to have changed; a notification may have been lost.
    if (payload !== undefined) callListeners();
  });
  const notify = { sql: "select pg_notify('askback_access', $1)", values: [`${notifyChannel.senderId} changed`] };
  const read = (sql: string, values: readonly Value[]): Promise<readonly Row[]> =>
    database.query(sql, values.map(toParameter));

  const statements = {
    read,
    readAccess: (sql: string, values: readonly Value[]) =>
      cache.read(JSON.stringify([sql, values]), () => read(sql, values)),
    write: (sql: string, values: readonly Value[]) => read(sql, values).finally(cache.clear),
    async changeAccess(...all: readonly Statement[]) {
      let mayBeChanged = true;
      try {
        // The notification goes out with the commit, so that no server learns of it too early or never.
        const rows = await database.transaction([notify, ...all].map(toQuery));
        mayBeChanged = rows !== undefined;
        return rows;
      } finally {
        // A transaction that failed may have been committed all the same.
        cache.clear();
        if (mayBeChanged) callListeners();
      }
    },
  };
  return {
    directory: createDirectory(statements),
    credentials: createCredentials(statements),
    onAccessChanged(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function toQuery({ sql, values, isRequired }: Statement) {
  return { sql, values: values.map(toParameter), isRequired };
}

function toParameter(value: Value): string | number | null {
  return typeof value === "string" ? withoutNul(value) : (value ?? null);
}
