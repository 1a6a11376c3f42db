import type { TestProject } from "vitest/node";
import { acquireCluster } from "./shared-cluster.ts";

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

/** The newest PostgreSQL that is supported, for the whole run; each test has tables of its own in it. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { cluster, release } = await acquireCluster("newest");
  project.provide("postgresUrl", cluster.url());
  return release;
}
