import { createClient, type Failure } from "@askback/client";
import { expect, test } from "vitest";
import { problemOf } from "../testing/samples.ts";
import { guardedClient } from "./guarded-client.ts";

/** The requests that a client makes for a user whom somebody else has replaced, and what the call gives. */
async function callReplaced(call: (client: ReturnType<typeof createClient>) => unknown) {
  const requests: string[] = [];
  const client = createClient({
    url: "https://ask.example",
    async fetch(input) {
      requests.push(new URL(input instanceof Request ? input.url : input).pathname);
      return Response.json({ items: [] });
    },
  });
  const replaced: Failure = problemOf("somebody-else", { status: 0 });
  const reply = await call(guardedClient(client, { verify: async () => replaced, onUnauthorized: () => {} }));
  return { requests, reply };
}

test.for([
  ["updateMe", (client) => client.updateMe({ name: "Ana" })],
  ["contact.get", (client) => client.contact.get()],
  ["contact.save", (client) => client.contact.save({ email: "ana@example.com" })],
  [
    "contact.addSubscription",
    (client) => client.contact.addSubscription({ endpoint: "https://push.example", keys: { p256dh: "k", auth: "a" } }),
  ],
  ["contact.removeSubscription", (client) => client.contact.removeSubscription("sub_1")],
  ["contact.test", (client) => client.contact.test({ channel: "mail" })],
  ["notifications.markRead", (client) => client.notifications.markRead("not_1")],
  ["notifications.markUnread", (client) => client.notifications.markUnread("not_1")],
  ["notifications.markAllRead", (client) => client.notifications.markAllRead()],
  ["notices.resend", (client) => client.notices.resend("ntc_1")],
  ["standingAnswers.make", (client) => client.standingAnswers.make({ inquiry: "inq_1" })],
  ["standingAnswers.revoke", (client) => client.standingAnswers.revoke("std_1")],
  ["signInLinks.create", (client) => client.signInLinks.create()],
  ["projects.create", (client) => client.projects.create({ id: "garden" })],
  ["tokens.create", (client) => client.tokens.create({ person: "ana" })],
] as const satisfies readonly (readonly [string, Parameters<typeof callReplaced>[0]])[])(
  "[WEB-11] %s is not sent in the name of whoever signed in meanwhile",
  async ([, call]) => {
    const { requests, reply } = await callReplaced(call);
    expect(requests).toEqual([]);
    expect(reply).toMatchObject({ ok: false, error: { code: "somebody-else" } });
  },
);

test("[WEB-11] what only reads is sent without asking who it is", async () => {
  const { requests } = await callReplaced((client) => client.notifications.list());
  expect(requests).toEqual(["/v1/notifications"]);
});
