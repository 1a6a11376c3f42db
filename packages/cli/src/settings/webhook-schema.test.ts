import { expect, test } from "vitest";
import { parseConfig } from "./config-schema.ts";

const sha256 = "0123456789abcdef".repeat(4);
const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const withWebhook = (webhook: unknown) => ({ keys: [{ name: "shop", scopes: ["ask"], sha256, webhook }] });

test.each([
  { url: "https://shop.example.org/askback" },
  { secret },
  { url: "http://127.0.0.1:4200/", secret: [secret, `whsec_${Buffer.alloc(24, 8).toString("base64")}`] },
])("[WEBHOOK-4] a key may have the webhook %j", (webhook) => {
  expect(parseConfig(withWebhook(webhook), "askback.config.ts")).toEqual(withWebhook(webhook));
});

test.each([
  [{ url: "shop.example.org" }, /keys\.shop\.webhook\.url/],
  [{ address: "https://shop.example.org/" }, /it can have url, secret/],
  [{ secret: "hunter2" }, /whsec_/],
  [{ secret: "whsec_c2hvcnQ=" }, /whsec_/],
  [{ secret: [] }, /keys\.shop\.webhook\.secret/],
])("[WEBHOOK-4] the webhook %j is refused with what is wrong, and a secret is not repeated", (webhook, message) => {
  expect(() => parseConfig(withWebhook(webhook), "askback.config.ts")).toThrow(message);
  expect(() => parseConfig(withWebhook(webhook), "askback.config.ts")).not.toThrow(/hunter2/);
});

test("[WEBHOOK-7] the config names the hosts that may be private", () => {
  for (const allowPrivate of [true, false, ["10.0.0.7", "hooks.internal"]])
    expect(parseConfig({ webhooks: { allowPrivate } }, "askback.config.ts")).toEqual({ webhooks: { allowPrivate } });
  expect(() => parseConfig({ webhooks: { allowPrivate: "all" } }, "askback.config.ts")).toThrow(/list of hosts/);
});

const ops = { name: "ops", url: "https://ops.example.org/askback" };

test.each([
  { receivers: [ops] },
  {
    receivers: [
      { ...ops, project: "shop", secret },
      { ...ops, name: "other" },
    ],
  },
])("[WEBHOOK-12] the config may have %j", (webhooks) =>
  expect(parseConfig({ webhooks }, "askback.config.ts")).toEqual({ webhooks }),
);

test.each([
  [[{ name: "ops" }], /webhooks\.receivers\.ops\.url/],
  [[{ ...ops, name: "a/b" }], /letters, digits/],
  [[ops, ops], /names must differ/],
  [[{ ...ops, secret: "hunter2" }], /whsec_/],
])("[WEBHOOK-12] the receivers %j are refused with what is wrong", (receivers, message) => {
  expect(() => parseConfig({ webhooks: { receivers } }, "askback.config.ts")).toThrow(message);
});
