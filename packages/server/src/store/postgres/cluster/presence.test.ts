import { expect, onTestFinished, test } from "vitest";
import type { Drafting } from "../../presence.ts";
import { createPostgresStore } from "../store.ts";
import { freshSchema } from "../testing/fresh-schema.ts";

test("[PERSONAL-3] presence reaches the other servers of a database, in any script, and not its sender", async () => {
  const url = await freshSchema();
  const [here, there] = [await openPresence(url), await openPresence(url)];
  const received: Drafting[] = [];
  onTestFinished(here.presence.subscribe((drafting) => received.push(drafting)));
  const drafting = {
    conversationId: "conv_a",
    project: "default",
    inquiryId: "inq_a_1",
    by: "ana b",
    device: "電話 📱",
  };
  const arrived = new Promise((resolve) => onTestFinished(there.presence.subscribe(resolve)));
  here.presence.publish(drafting);
  expect(await arrived).toEqual(drafting);
  // Notifications arrive in order, so an echo would have come before this one.
  const second = { ...drafting, by: "bob" };
  const answered = new Promise((resolve) => onTestFinished(here.presence.subscribe(resolve)));
  there.presence.publish(second);
  expect(await answered).toEqual(second);
  expect(received).toEqual([second]);
});

async function openPresence(url: string) {
  const store = await createPostgresStore({ url, onError() {} });
  onTestFinished(() => store.close());
  const { presence } = store;
  if (!presence) throw new Error("servers share this store");
  return { presence };
}
