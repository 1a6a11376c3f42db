import { expect, test } from "vitest";
import { freshSchema } from "../../packages/server/src/store/postgres/testing/fresh-schema.ts";
import { createPostgresGround } from "./grounds.ts";
import { enoughMs, playAll, playAlone } from "./play-all.ts";

test("[RUN-17] 300 histories on PostgreSQL keep every promise and come to rest", { timeout: enoughMs }, async () => {
  const url = await freshSchema();
  await playAll({ name: "postgres", count: 300, perGround: 1_000, createGround: () => createPostgresGround(url) });
});

test("[RUN-17] the same seed gives the same history on PostgreSQL", { timeout: enoughMs }, async () => {
  for (let seed = 1; seed <= 3; seed += 1) {
    const { trace } = await playAlone(await createPostgresGround(await freshSchema()), seed);
    expect((await playAlone(await createPostgresGround(await freshSchema()), seed)).trace).toEqual(trace);
  }
});
