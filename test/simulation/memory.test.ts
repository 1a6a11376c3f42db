import { test } from "vitest";
import { createMemoryGround } from "./grounds.ts";
import { enoughMs, playAll } from "./play-all.ts";

test("[RUN-17] 2,000 histories on the memory store do so too", { timeout: enoughMs }, async () => {
  await playAll({ name: "memory", count: 2_000, perGround: 20, createGround: createMemoryGround });
});
