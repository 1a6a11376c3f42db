import type { ServerProcess } from "../test/support/server-process.ts";

/** What the processes tell of commits that were refused; a process that is gone counts with what it told last. */
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

/** The count of one process, or undefined where it does not tell. */
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
