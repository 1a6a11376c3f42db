import type { Notification } from "@askback/core";
import { expect, test } from "vitest";
import { deliveryMail } from "../mail/mail-content.ts";
import { askMessage } from "../slack/slack-message.ts";
import type { Delivery } from "./channel.ts";

const delivery = {
  id: "ntc_1",
  tries: 1,
  project: "default",
  person: "per_ana",
  address: "",
  notification: { title: "Release manager asks", message: "May the agent run deploy?" } as Notification,
  agreements: "Ben (ops) has agreed. 1 more person of law must agree before the call runs.",
  pageUrl: "https://askback.example.com/q/1",
  why: "",
  unsubscribeUrl: "",
  answerUrl: async () => undefined,
} satisfies Delivery;

test("[QUORUM-9] mail and Slack say who has agreed and who is missing", () => {
  const { text, html } = deliveryMail(delivery, undefined);
  for (const shown of [text, html, JSON.stringify(askMessage(delivery, ""))])
    expect(shown).toContain(delivery.agreements);
});
