import type { TestProject } from "vitest/node";
import { startCluster } from "./postgres-cluster.ts";

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string;
    oldestPostgresUrl: string;
  }
}

/** The newest and the oldest PostgreSQL that is supported, for the whole run; each test has tables of its own in them. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const [newest, oldest] = await Promise.all([startCluster(), startCluster({ oldest: true })]);
  project.provide("postgresUrl", newest.url());
  project.provide("oldestPostgresUrl", oldest.url());
  return async () => {
    await Promise.all([newest.stop(), oldest.stop()]);
  };
}
