import { expect, test } from "vitest";
import { flushPromises } from "../../testing/flush-promises.ts";
import { openInbox, row } from "../../testing/open-inbox.ts";
import { answeredBy, drink } from "../../testing/samples.ts";

test("[INBOX-1] the done view can be filtered by outcome, and grows as inquiries are resolved", async () => {
  const { server, inbox, subscribe, rows } = openInbox(row("a"), answeredBy("ben", { id: "b" }));
  const declined = inbox.done({ outcome: "declined" });
  subscribe(declined);
  subscribe(inbox.done());
  await flushPromises();
  expect(rows(inbox.done())).toEqual(["b answered"]);
  expect(rows(declined)).toEqual([]);
  server.record(
    "inquiry.resolved",
    row("a", { status: "declined", resolution: { type: "declined", at: "2026-11-15T09:00:00.000Z" } }),
  );
  await flushPromises();
  expect(rows(declined)).toEqual(["a declined"]);
  expect(rows(inbox.done())).toEqual(["b answered", "a declined"]);
});

test("[INBOX-16] a search is read from the server, and read again when something new may fit it", async () => {
  const asking = (id: string, text: string) => row(id, { questions: [{ ...drink, text }] });
  const { server, inbox, subscribe, rows } = openInbox(asking("a", "Tea?"), asking("b", "Milk?"));
  const found = inbox.open({ q: "Tea" });
  subscribe(found);
  await flushPromises();
  expect(server.listed).toMatchObject([{ status: "open", q: "Tea" }]);
  server.record("inquiry.asked", asking("c", "Green Tea?"));
  await flushPromises();
  server.record("inquiry.asked", asking("d", "Coffee?"));
  await flushPromises();
  expect(rows(found)).toEqual(["a open", "c open"]);
  server.record("inquiry.resolved", answeredBy("ben", { id: "a", questions: [{ ...drink, text: "Tea?" }] }));
  await flushPromises();
  expect(rows(found)).toEqual(["a answered", "c open"]);
});

test("[INBOX-16] what is asked while a search is being read is found too", async () => {
  const asking = (id: string, text: string) => row(id, { questions: [{ ...drink, text }] });
  const { server, inbox, subscribe, rows } = openInbox(asking("a", "Tea?"));
  const release = server.holdBack();
  subscribe(inbox.open({ q: "Tea" }));
  await flushPromises();
  server.record("inquiry.asked", asking("b", "More Tea?"));
  await flushPromises();
  release();
  await flushPromises();
  expect(rows(inbox.open({ q: "Tea" }))).toEqual(["a open", "b open"]);
});

test("[INBOX-17] a list of one agent takes only what this agent asks", async () => {
  const { server, inbox, subscribe, rows } = openInbox(row("a"), row("b", { agent: "deployer" }));
  const list = inbox.open({ agent: "deployer" });
  subscribe(list);
  await flushPromises();
  server.record("inquiry.asked", row("c"));
  server.record("inquiry.asked", row("d", { agent: "deployer" }));
  await flushPromises();
  expect(server.listed).toHaveLength(1);
  expect(rows(list)).toEqual(["b open", "d open"]);
});
