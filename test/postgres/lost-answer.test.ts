import { expect, inject, onTestFinished, test } from "vitest";
import { systemClock } from "../../packages/server/src/clock.ts";
import { perform } from "../../packages/server/src/runtime/perform.ts";
import { createPostgresStore } from "../../packages/server/src/store/postgres/store.ts";
import { freshSchema } from "../../packages/server/src/store/postgres/testing/fresh-schema.ts";
import { StoreUnavailable } from "../../packages/server/src/store/store-unavailable.ts";
import { createCommandRunner } from "../../packages/server/src/store/testing/command-runner.ts";
import { open, say } from "../../packages/server/src/store/testing/commands.ts";
import { openPostgresProxy } from "../harness/postgres/postgres-proxy.ts";

async function openStore() {
  const proxy = await openPostgresProxy(await freshSchema(inject("postgresUrl")));
  const store = await createPostgresStore({ url: proxy.url, onError() {} });
  onTestFinished(async () => {
    await store.close();
    await proxy.close();
  });
  return { proxy, store, ...createCommandRunner(store, systemClock) };
}

const marker = "a message that arrives";

test("[STORE-20] a commit whose acknowledgement was lost is found when it is tried again, and not made twice", {
  tags: "smoke",
}, async () => {
  const { proxy, store, prepare, performAll } = await openStore();
  await performAll("conv_1", open());
  const commit = await prepare("conv_1", say(marker));
  const lost = proxy.loseResponseTo(marker);
  await expect(store.commit(commit)).rejects.toBeInstanceOf(StoreUnavailable);
  await lost;
  expect(await store.commit(commit)).toEqual({ ok: false, reason: "version" });
  expect(await store.messages("conv_1")).toHaveLength(1);
});

test("[STORE-20] under a key the reply of a commit whose acknowledgement was lost is found", async () => {
  const { proxy, store, prepare, performAll } = await openStore();
  await performAll("conv_1", open());
  const reply = { principal: "ana", route: "POST /", key: "key", fingerprint: "print", status: 202, body: "{}" };
  const commit = await prepare("conv_1", say(marker), { reply });
  const lost = proxy.loseResponseTo(marker);
  await expect(store.commit(commit)).rejects.toBeInstanceOf(StoreUnavailable);
  await lost;
  expect(await store.commit(commit)).toMatchObject({ ok: false, reason: "reply", reply: { status: 202, body: "{}" } });
  expect(await store.reply(reply)).toMatchObject({ fingerprint: "print" });
  expect(await store.messages("conv_1")).toHaveLength(1);
});

test("[STORE-20] of commits in one batch none is retried by the store when their acknowledgement was lost", async () => {
  const { proxy, store, performAll } = await openStore();
  const ids = ["conv_1", "conv_2", "conv_3"];
  for (const id of ids) await performAll(id, open());
  const stored = await Promise.all(ids.map((id) => store.load(id)));
  const lost = proxy.loseResponseTo(marker);
  const sent = await Promise.allSettled(
    stored.map((known, index) => {
      const id = ids[index] ?? "";
      const command = say(marker)({ id, conversation: known?.conversation, at: systemClock.now() });
      return perform(store, id, command, { ...(known && { known }) });
    }),
  );
  await lost;
  expect(sent.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  for (const id of ids) expect(await store.messages(id)).toHaveLength(1);
});
