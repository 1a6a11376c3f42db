import type { TestProject } from "vitest/node";
import { findPgbouncer } from "./pgbouncer.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The program; undefined where a run does without it, or where it is missing and cannot be installed. */
    pgbouncer: string | undefined;
  }
}

export default function setUp(project: TestProject): void {
  const program = findPgbouncer();
  if (program === undefined) console.warn("PgBouncer is missing and cannot be installed: its tests are skipped");
  project.provide("pgbouncer", program);
}
