import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../../clock.ts";
import { createCommandRunner } from "../../testing/command-runner.ts";
import { askElsewhere } from "../../testing/commands.ts";
import { createPostgresStore } from "../store.ts";
import { freshSchema } from "../testing/fresh-schema.ts";

test("[STORE-51] a large state is not kept in memory, nor what was remembered before it", async () => {
  const store = await createPostgresStore({ url: await freshSchema(), onError() {} });
  onTestFinished(() => store.close());
  const { performAll } = createCommandRunner(store, systemClock);
  for (const id of ["conv_small", "conv_grown"]) await performAll(id, askElsewhere());
  expect(store.remembered?.("conv_grown")).toEqual(await store.load("conv_grown"));
  for (const id of ["conv_large", "conv_grown"]) await performAll(id, askElsewhere("x".repeat(20_000)));
  expect(store.remembered?.("conv_small")).toEqual(await store.load("conv_small"));
  expect([store.remembered?.("conv_large"), store.remembered?.("conv_grown")]).toEqual([undefined, undefined]);
});
