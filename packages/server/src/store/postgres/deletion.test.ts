import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../clock.ts";
import { revokedWordsMigration } from "../standing-answers.ts";
import { createCommandRunner } from "../testing/command-runner.ts";
import { remove, start } from "../testing/commands.ts";
import { standingAudit, standingRecord } from "../testing/standing-answers.contract.ts";
import { createPostgresStore } from "./store.ts";
import { openClient } from "./testing/clients.ts";
import { freshSchema } from "./testing/fresh-schema.ts";

async function setUp() {
  const url = await freshSchema();
  const store = await createPostgresStore({ url, onError: () => {} });
  onTestFinished(() => store.close());
  const client = await openClient(url);
  return { store, client, ...createCommandRunner(store, systemClock) };
}

test("[STORE-6] any number of old replies is deleted by the database's clock", async () => {
  const { store, client } = await setUp();
  await client.query(
    `insert into replies (principal, route, key, conversation_id, fingerprint, status, body, created_at)
     select 'ana', 'POST', key::text, 'conv_a', 'f', 200, '{}',
       extract(epoch from now())::bigint * 1000 - case when key <= 5 then 0 else 7200000 end
     from generate_series(1, 20010) as key`,
  );
  await store.deleteOldReplies(3_600_000);
  const { rows } = await client.query("select key from replies order by key");
  expect(rows.map(({ key }) => key)).toEqual(["1", "2", "3", "4", "5"]);
});

test("[STORE-12] the live text of an erased conversation is deleted", async () => {
  const { store, client, performAll } = await setUp();
  const text = { project: "default", runId: "run_1", step: 1, attempt: 1, text: "secret" };
  for (const id of ["conv_a", "conv_b"]) await performAll(id, start());
  await store.liveTexts?.publish(
    ["conv_a", "conv_b"].map((conversationId) => ({ conversationId, ...text })),
    [],
  );
  await performAll("conv_a", remove);
  const { rows } = await client.query("select conversation_id from live_texts");
  expect(rows).toEqual([{ conversation_id: "conv_b" }]);
});

test("[STANDING-4] a standing answer that was revoked has no words, also one that was revoked before this version", async () => {
  const { store, client } = await setUp();
  const wordsOf = async () => JSON.stringify((await client.query("select * from standing_answers")).rows);
  await store.standing.make(standingRecord, standingAudit("standing-made"));
  expect(await wordsOf()).toContain("Tea ü?");
  await store.standing.revoke(standingRecord.id, standingAudit("standing-revoked"));
  expect(await wordsOf()).not.toMatch(/Tea|Yes|Always/);
  await client.query("update standing_answers set answers = 'Yes'");
  await client.query(revokedWordsMigration.sql);
  expect(await wordsOf()).not.toContain("Yes");
});
