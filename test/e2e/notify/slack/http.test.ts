import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { openSlack, picked, pressOf, submissionOf, textOf } from "../../../harness/notify/slack-server.ts";

const signingSecret = "8f742231b10e8888abcd99yyyzzz85a5".replace(/[^0-9a-f]/g, "0");

async function openHttp() {
  const opened = await openSlack({ config: { appToken: undefined, signingSecret } });
  await opened.owner.put("/v1/contact", { email: "ana@example.org" });
  const { slack, server } = opened;
  const { id } = await opened.ask({ question: "Deploy?", options: ["Yes", "No"] });
  const now = () => Math.floor(Date.now() / 1000);
  return {
    ...opened,
    id,
    message: await slack.until(() => slack.messages[0]),
    /** Sends a payload as Slack does, with what is wrong about it. */
    async post(payload: object, { secret = signingSecret, age = 0, sent = payload, version = "v0" } = {}) {
      const timestamp = String(now() - age);
      const bodyOf = (some: object) => new URLSearchParams({ payload: JSON.stringify(some) }).toString();
      const mac = createHmac("sha256", secret)
        .update(`${version}:${timestamp}:${bodyOf(payload)}`)
        .digest("hex");
      const response = await fetch(`${server.url}/slack/interactions`, {
        method: "POST",
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          "x-slack-request-timestamp": timestamp,
          "x-slack-signature": `${version}=${mac}`,
        },
        body: bodyOf(sent),
      });
      const text = await response.text();
      return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
    },
  };
}

test("[SLACK-6] a signed request answers without a socket, and opens and takes a dialog", async () => {
  const { slack, message, post, read, id, owner } = await openHttp();
  expect(await post(pressOf(message, "Another answer…"))).toEqual({ status: 200, body: undefined });
  const view = await slack.until(() => slack.calls.find(({ method }) => method === "views.open")?.fields.view);
  const wrong = submissionOf(view, { "option.q1": picked("own-words") });
  const { status, body } = await post(wrong);
  expect([status, body.response_action, body.view.type]).toEqual([200, "update", "modal"]);
  expect((await post(pressOf(message, "No"))).status).toBe(200);
  await expect
    .poll(() => read(id))
    .toMatchObject({ status: "answered", resolution: { answers: [{ labels: ["No"] }] } });
  expect(slack.sockets).toBe(0);
  await slack.until(() => textOf(slack.messages[0]?.blocks).includes("Answered by"));
  expect((await owner.get("/v1/contact")).body.available).toEqual(["slack"]);
});

test("[SLACK-6] a forged, changed or old request is refused, and changes nothing", { tags: "smoke" }, async () => {
  const { post, message, read, id, server } = await openHttp();
  const press = pressOf(message, "Yes");
  const refused = { status: 401, body: { code: "unauthorized" } };
  expect(await post(press, { secret: "0".repeat(32) })).toMatchObject(refused);
  expect(await post(press, { sent: pressOf(message, "No") })).toMatchObject(refused);
  expect(await post(press, { age: 6 * 60 })).toMatchObject(refused);
  expect(await post(press, { age: -6 * 60 })).toMatchObject(refused);
  expect(await post(press, { version: "v1" })).toMatchObject(refused);
  const bare = await fetch(`${server.url}/slack/interactions`, { method: "POST", body: "payload={}" });
  expect(bare.status).toBe(401);
  // A key of this server does not replace the signature.
  const headers = { authorization: `Bearer ${server.keys.answer}` };
  expect((await fetch(`${server.url}/slack/interactions`, { method: "POST", body: "", headers })).status).toBe(401);
  expect(await post({ type: "shortcut", user: 1 })).toEqual({ status: 200, body: undefined });
  expect((await read(id)).status).toBe("open");
});

test("[SLACK-6] in Socket Mode there is no such route", async () => {
  const { server } = await openSlack();
  expect((await fetch(`${server.url}/slack/interactions`, { method: "POST", body: "" })).status).toBe(404);
});
