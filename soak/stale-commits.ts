import type { ServerProcess } from "../test/harness/server/server-process.ts";

/** Counts refused commits from the metrics of the processes; a process that has exited counts with its last value. */
export interface StaleCommits {
  read(server: ServerProcess): Promise<void>;
  readonly total: number;
}

export function createStaleCommits(): StaleCommits {
  const countByServer = new Map<ServerProcess, number>();
  return {
    async read(server) {
      const count = await staleCommitsOf(server);
      if (count !== undefined) countByServer.set(server, count);
    },
    get total() {
      return [...countByServer.values()].reduce((sum, count) => sum + count, 0);
    },
  };
}

/** The count of one process, or undefined if it does not respond. */
export async function staleCommitsOf({ url, keys }: Pick<ServerProcess, "url" | "keys">): Promise<number | undefined> {
  try {
    const headers = { authorization: `Bearer ${keys.answer}` };
    const response = await fetch(`${url}/metrics`, { headers, signal: AbortSignal.timeout(1_000) });
    const found = /^askback_stale_commits_total (\d+)$/m.exec(await response.text())?.[1];
    return found === undefined ? undefined : Number(found);
  } catch {
    return undefined;
  }
}
