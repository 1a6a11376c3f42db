import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../clock.ts";
import { start } from "../testing/wishes.ts";
import { createWorkbench } from "../testing/workbench.ts";
import { commitSql } from "./commit-sql.ts";
import { createPostgresStore } from "./postgres-store.ts";
import { freshSchema } from "./testing/fresh-schema.ts";

async function setUp() {
  const url = await freshSchema();
  const store = await createPostgresStore({ url, failed: () => {} });
  onTestFinished(() => store.close());
  return { url, store, workbench: createWorkbench(store, systemClock) };
}

test("[STORE-17] what is read at the same moment comes back to whoever asked for it, and what is not there to nobody", async () => {
  const { store, workbench } = await setUp();
  const ids = Array.from({ length: 300 }, (_, index) => `conv_${index}`);
  await Promise.all(ids.slice(0, 250).map((id) => workbench.performAll(id, start({ message: `I am ${id}` }))));

  const asked = [...ids, "conv_7", "conv_\0"];
  const loaded = await Promise.all(asked.map((id) => store.load(id)));
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

test("[STORE-17] a commit that was planned while the tables were empty looks up the rows it needs and reads no table whole", async () => {
  const { url } = await setUp();
  const client = new pg.Client(url);
  await client.connect();
  onTestFinished(() => client.end());
  const { rows } = await client.query(`explain (generic_plan) ${commitSql}`);
  const plan = rows.map((row) => String(row["QUERY PLAN"]));
  expect(plan.filter((line) => line.includes("Seq Scan"))).toEqual([]);
});
