import { type Cluster, startCluster } from "./postgres-cluster.ts";

type Version = "newest" | "oldest";

interface SharedCluster {
  readonly starting: Promise<Cluster>;
  users: number;
}

/** Every project of a run loads this module anew, so the clusters that they share are kept in the global scope. */
const shared = globalThis as typeof globalThis & { askbackTestClusters?: Map<Version, SharedCluster> };

/** The PostgreSQL of this run: the first project that needs it starts it, and the last one stops it. */
export async function acquireCluster(version: Version): Promise<{ cluster: Cluster; release(): Promise<void> }> {
  shared.askbackTestClusters ??= new Map();
  const clusters = shared.askbackTestClusters;
  const entry = clusters.get(version) ?? { starting: startCluster({ oldest: version === "oldest" }), users: 0 };
  clusters.set(version, entry);
  entry.users += 1;
  const cluster = await entry.starting;
  return {
    cluster,
    async release() {
      entry.users -= 1;
      if (entry.users > 0) return;
      clusters.delete(version);
      await cluster.stop();
    },
  };
}
