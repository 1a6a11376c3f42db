import { test } from "vitest";
import { createSqliteGround } from "./grounds.ts";
import { enoughMs, playAll } from "./play-all.ts";

test("[RUN-17] 3,000 histories on SQLite keep every promise and come to rest", { timeout: enoughMs }, async () => {
  await playAll({ name: "sqlite", count: 3_000, perGround: 500, createGround: createSqliteGround });
});
