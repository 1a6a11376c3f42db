import { expect, onTestFinished, test } from "vitest";
import { systemClock } from "../../clock.ts";
import { createCommandRunner } from "../testing/command-runner.ts";
import { ask, remove, start } from "../testing/commands.ts";
import { createPostgresStore } from "./store.ts";
import { openBlocker } from "./testing/clients.ts";
import { freshSchema } from "./testing/fresh-schema.ts";

const key = { principal: "ana", inquiryId: "inq_a_1" };

async function openWithInquiry() {
  const url = await freshSchema();
  const store = await createPostgresStore({ url, onError() {} });
  onTestFinished(() => store.close());
  const { performAll } = createCommandRunner(store, systemClock);
  await performAll("conv_a", start(), ask());
  return { store, performAll, ...(await openBlocker(url)) };
}

test("[PERSONAL-2] a draft that is saved while its conversation is erased is erased too", async () => {
  const { performAll, blocker, observer, untilBlocked } = await openWithInquiry();
  await blocker.query("begin");
  await blocker.query("insert into personal_records (inquiry_id, principal, draft) values ('inq_a_1', 'ana', 'late')");
  const erased = performAll("conv_a", remove);
  await untilBlocked();
  await blocker.query("commit");
  await erased;
  expect((await observer.query("select from personal_records")).rowCount).toBe(0);
});

test("[PERSONAL-2] a draft that is saved during an erasure is not stored", async () => {
  const { store, blocker, untilBlocked } = await openWithInquiry();
  await blocker.query("begin");
  await blocker.query("delete from inquiries where id = 'inq_a_1'");
  const saved = store.personal.saveDraft(key, "late");
  await untilBlocked();
  await blocker.query("commit");
  expect(await saved).toBeUndefined();
});

test("[PERSONAL-1] saving a draft and a commit that changes the inquiry do not wait for each other", async () => {
  const { store, blocker, observer } = await openWithInquiry();
  await blocker.query("begin");
  await blocker.query("update inquiries set record = record where id = 'inq_a_1'");
  expect(await store.personal.saveDraft(key, "now")).toMatchObject({ ciphertext: "now" });
  await blocker.query("rollback; begin; select from inquiries where id = 'inq_a_1' for key share");
  await observer.query("update inquiries set record = record where id = 'inq_a_1'");
  await blocker.query("commit");
});
