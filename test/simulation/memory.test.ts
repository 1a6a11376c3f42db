import { test } from "vitest";
import { createMemoryBackend } from "./backends.ts";
import { runHistories } from "./run-histories.ts";

test("[RUN-17] [RUN-50] 2,000 histories on the memory store keep every promise and come to rest", async () => {
  await runHistories({ name: "memory", count: 2_000, historiesPerBackend: 20, createBackend: createMemoryBackend });
});
