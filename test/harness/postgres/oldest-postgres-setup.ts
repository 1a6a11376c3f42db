import type { TestProject } from "vitest/node";
import { acquireCluster } from "./shared-cluster.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** Undefined where a run tests the newest version only. */
    oldestPostgresUrl: string;
  }
}

/** The oldest PostgreSQL that is supported, for the whole run. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { cluster, release } = await acquireCluster("oldest");
  project.provide("oldestPostgresUrl", cluster.url());
  return release;
}
