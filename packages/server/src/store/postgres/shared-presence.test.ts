import { expect, onTestFinished, test } from "vitest";
import type { Drafting } from "../presence.ts";
import { createPostgresStore } from "./postgres-store.ts";
import { freshSchema } from "./testing/fresh-schema.ts";

test("[MINE-3] who writes is told to the other servers of a database, in any script, and not back to who said it", async () => {
  const url = await freshSchema();
  const [here, there] = [await opened(url), await opened(url)];
  const heard: Drafting[] = [];
  onTestFinished(here.presence.onTold((drafting) => heard.push(drafting)));
  const drafting = {
    conversationId: "conv_a",
    project: "default",
    inquiryId: "inq_a_1",
    by: "ana b",
    device: "電話 📱",
  };
  const told = new Promise((resolve) => onTestFinished(there.presence.onTold(resolve)));
  here.presence.tell(drafting);
  expect(await told).toEqual(drafting);
  // What is said on one connection is heard in order, so that an echo would have come before this.
  const second = { ...drafting, by: "bob" };
  const answered = new Promise((resolve) => onTestFinished(here.presence.onTold(resolve)));
  there.presence.tell(second);
  expect(await answered).toEqual(second);
  expect(heard).toEqual([second]);
});

async function opened(url: string) {
  const store = await createPostgresStore({ url, failed() {} });
  onTestFinished(() => store.close());
  const { presence } = store;
  if (!presence) throw new Error("servers share this store");
  return { presence };
}
