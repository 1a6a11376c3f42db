import { expect, test } from "vitest";
import { createFakeClock } from "../../testing/fake-clock.ts";
import { createFakeInbox } from "../../testing/fake-inbox.ts";
import { flushPromises } from "../../testing/flush-promises.ts";
import { observe } from "../../testing/observe.ts";
import type { NamedConversation } from "./inbox.ts";

function openTitles() {
  const server = createFakeInbox(createFakeClock());
  const { queryClient } = server.live;
  const subscribe = (id: string) => observe(queryClient, server.inbox.conversation(id)).stop;
  const titleOf = (id: string) =>
    queryClient.getQueryData<NamedConversation>(server.inbox.conversation(id).queryKey)?.title;
  return { server, subscribe, titleOf };
}

test("[INBOX-3] a title is read when a row shows it, and once", async () => {
  const { server, subscribe, titleOf } = openTitles();
  expect(titleOf("c1")).toBeUndefined();
  const stop = subscribe("c1");
  await flushPromises();
  stop();
  subscribe("c1");
  await flushPromises();
  expect(titleOf("c1")).toBe("About c1");
  expect(server.titled).toEqual(["c1"]);
});

test("[INBOX-13] titles of rows that were scrolled past are not read", async () => {
  const { server, subscribe, titleOf } = openTitles();
  const release = server.holdBack();
  const stops = ["c1", "c2", "c3", "c4"].map(subscribe);
  await flushPromises();
  stops[2]?.();
  release();
  await flushPromises();
  expect(["c1", "c2", "c3", "c4"].map(titleOf)).toEqual(["About c1", "About c2", undefined, "About c4"]);
});
