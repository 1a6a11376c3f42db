import { expect, test } from "vitest";
import { freshSchema } from "../../packages/server/src/store/postgres/testing/fresh-schema.ts";
import { createPostgresBackend } from "./backends.ts";
import { runAlone, runHistories } from "./run-histories.ts";

test("[RUN-17] [RUN-50] 300 histories on PostgreSQL keep every promise and come to rest", async () => {
  const url = await freshSchema();
  await runHistories({
    name: "postgres",
    count: 300,
    historiesPerBackend: 1_000,
    createBackend: () => createPostgresBackend(url),
  });
});

test("[RUN-51] the same seed gives the same history on PostgreSQL", async () => {
  for (let seed = 1; seed <= 3; seed += 1) {
    const { trace } = await runAlone(await createPostgresBackend(await freshSchema()), seed);
    expect((await runAlone(await createPostgresBackend(await freshSchema()), seed)).trace).toEqual(trace);
  }
});
