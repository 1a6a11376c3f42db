import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../../clock.ts";
import { createCommandRunner } from "../../testing/command-runner.ts";
import { start } from "../../testing/commands.ts";
import { shapeByName } from "../commit/commit-shapes.ts";
import { createCommitStatement } from "../commit/commit-sql.ts";
import { createPostgresStore } from "../store.ts";
import { freshSchema } from "../testing/fresh-schema.ts";
import { runSql } from "../testing/run-sql.ts";

async function setUp() {
  const url = await freshSchema();
  const store = await createPostgresStore({ url, onError: () => {} });
  onTestFinished(() => store.close());
  return { url, store, runner: createCommandRunner(store, systemClock) };
}

test("[STORE-17] concurrent reads each get their own result, or undefined", async () => {
  const { store, runner } = await setUp();
  const ids = Array.from({ length: 300 }, (_, index) => `conv_${index}`);
  await Promise.all(ids.slice(0, 250).map((id) => runner.performAll(id, start({ message: `I am ${id}` }))));

  const requested = [...ids, "conv_7", "conv_\0"];
  const loaded = await Promise.all(requested.map((id) => store.load(id)));
  const found = loaded.map((stored) => stored?.conversation.id);
  expect(found).toEqual([...ids.slice(0, 250), ...ids.slice(250).map(() => undefined), "conv_7", undefined]);

  const transcripts = await Promise.all(
    ids.map((id, index) => store.modelMessages(id, { through: index % 2, from: 0 })),
  );
  const texts = transcripts.map((messages) =>
    messages.flatMap(({ parts }) => parts.map((part) => "text" in part && part.text)),
  );
  expect(texts).toEqual(ids.map((id, index) => (index < 250 && index % 2 === 0 ? [`I am ${id}`] : [])));
});

test.each([...shapeByName])("[STORE-17] the generic plan of %s on empty tables scans no table", async (_, shape) => {
  const { url } = await setUp();
  const rows = await runSql(url, `explain (generic_plan) ${createCommitStatement(shape).sql}`);
  const plan = rows.map((row) => String(row["QUERY PLAN"]));
  expect(plan.filter((line) => line.includes("Seq Scan"))).toEqual([]);
});
