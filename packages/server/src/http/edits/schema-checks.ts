import { Worker } from "node:worker_threads";
import type { Result } from "@askback/core";
import { createCallerTurns } from "../limits/caller-turns.ts";
import type { Problem } from "../problems/problem.ts";
import type { AppContext } from "../route.ts";
import type { SchemaCheck, SchemaMisfit, SchemaReply } from "./schema-worker.ts";

export interface SchemaChecks {
  /** Why an input does not fit a JSON schema; undefined if it fits. A caller who has too many checked is refused. */
  misfit(context: AppContext, check: SchemaCheck): Promise<Result<SchemaMisfit | undefined, Problem>>;
}

interface Waiting {
  readonly check: SchemaCheck;
  resolve(misfit: SchemaMisfit | undefined): void;
}

// The sources are modules of TypeScript, and the published packages hold the worker as a module beside this one.
const workerUrl = new URL(import.meta.url.endsWith(".ts") ? "schema-worker.ts" : "schema-worker.js", import.meta.url);

/** A schema can grow what its check collects, as it can the time. */
const resourceLimits = { maxOldGenerationSizeMb: 128 };
const ended: SchemaMisfit = { of: "schema", reason: "the check has ended without a result" };

/**
 * Checks inputs against the schemas of tools and programs elsewhere, one after another, on a thread of its own, so that a hostile schema
 * keeps only other checks waiting, and in turns of the callers, so that it keeps those of others waiting for moments only. The thread
 * starts with the first check, and keeps the process alive only while one is under way.
 */
export function createSchemaChecks(stopping: AbortSignal): SchemaChecks {
  const turns = createCallerTurns();
  let worker: Worker | undefined;
  let underWay: Waiting | undefined;
  const waiting: Waiting[] = [];

  function start(): Worker {
    const started = new Worker(workerUrl, { name: "askback-schemas", resourceLimits });
    started.on("message", ({ misfit }: SchemaReply) => end(misfit));
    const fail = () => {
      if (worker !== started) return;
      worker = undefined;
      end(ended);
    };
    started.on("error", fail);
    started.on("exit", fail);
    return started;
  }

  function end(misfit: SchemaMisfit | undefined): void {
    underWay?.resolve(misfit);
    underWay = undefined;
    goOn();
  }

  function goOn(): void {
    if (underWay) return;
    underWay = waiting.shift();
    if (!underWay) return rest();
    worker ??= start();
    worker.ref();
    worker.postMessage(underWay.check);
  }

  function rest(): void {
    worker?.unref();
    if (!stopping.aborted) return;
    const last = worker;
    worker = undefined;
    void last?.terminate();
  }

  stopping.addEventListener("abort", goOn, { once: true });
  return {
    misfit: (context, check) =>
      turns.run(context, () => {
        const { promise, resolve } = Promise.withResolvers<SchemaMisfit | undefined>();
        waiting.push({ check, resolve });
        goOn();
        return promise;
      }),
  };
}
