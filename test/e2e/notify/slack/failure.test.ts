import { expect, onTestFinished, test } from "vitest";
import { openSlack, pressOf, textOf } from "../../../harness/notify/slack-server.ts";
import { type SlackFault, startSlackService } from "../../../harness/notify/slack-service.ts";
import { startSmtpReceiver } from "../../../harness/notify/smtp-receiver.ts";

const deploy = { question: "Deploy?", options: ["Yes", "No"] };

/** A Slack whose methods fail as the test says, until it says otherwise. */
async function openFailing(
  faults: Record<string, SlackFault | undefined>,
  more: { env?: Record<string, string> } = {},
) {
  const opened = await openSlack({ respond: (method) => faults[method], ...more });
  await opened.owner.put("/v1/contact", { slackUserId: "U0ANA" });
  return {
    ...opened,
    /** Asks, and waits for what the first attempt led to. */
    async tried(body: object = deploy) {
      const { id } = await opened.ask(body);
      await expect.poll(async () => (await opened.delivery(id))?.attempts.length).toBeGreaterThan(0);
      return { ...(await opened.delivery(id)), id };
    },
  };
}

test("[SLACK-8] a Slack that is down, limits or does not sign us in is tried again; a user who is not there is not", async () => {
  const faults: Record<string, SlackFault | undefined> = {};
  const { tried, owner, slack } = await openFailing(faults);
  const failing = async (fault: SlackFault) => {
    faults["chat.postMessage"] = fault;
    return tried({ ...deploy, question: `${JSON.stringify(fault)}?` });
  };
  const limited = await failing({ status: 429, headers: { "retry-after": "600" } });
  expect(limited).toMatchObject({ status: "pending", attempts: [{ status: 429 }] });
  expect(Date.parse(limited.nextAttemptAt) - Date.parse(limited.attempts[0].at)).toBeGreaterThanOrEqual(600_000);
  expect(await failing({ status: 503 })).toMatchObject({ status: "pending", attempts: [{ status: 503 }] });
  expect(await failing({ error: "invalid_auth" })).toMatchObject({
    status: "pending",
    attempts: [{ failure: "sign-in" }],
  });
  expect(await failing({ error: "a_new_word" })).toMatchObject({
    status: "pending",
    attempts: [{ failure: "refused" }],
  });
  expect(await failing({ error: "channel_not_found" })).toMatchObject({
    status: "dead",
    attempts: [{ failure: "refused" }],
  });
  faults["chat.postMessage"] = undefined;
  await owner.put("/v1/contact", { email: "nobody@example.org" });
  expect(await tried()).toMatchObject({ status: "dead", attempts: [{ failure: "no-address" }] });
  expect((await owner.post("/v1/contact/test", { channel: "slack" })).body).toEqual({
    outcome: "dead",
    failure: "no-address",
  });
  await owner.put("/v1/contact", { email: "ana@example.org" });
  expect((await owner.post("/v1/contact/test", { channel: "slack" })).body).toEqual({ outcome: "delivered" });
  expect(textOf(slack.messages.at(-1)?.blocks)).toContain("reach you here");
});

test("[SLACK-8] what was posted although nobody was told is found, and not posted again", async () => {
  const faults: Record<string, SlackFault | undefined> = { "chat.postMessage": { lost: true } };
  const { tried, delivery, slack, read } = await openFailing(faults);
  const { id } = await tried();
  faults["chat.postMessage"] = undefined;
  await expect.poll(async () => (await delivery(id)).status).toBe("delivered");
  expect(slack.messages).toHaveLength(1);
  const [message] = slack.messages;
  if (message) await slack.send(pressOf(message, "Yes"));
  await slack.until(() => textOf(slack.messages[0]?.blocks).includes("Answered by Owner: Yes"));
  expect((await read(id)).status).toBe("answered");
});

test("[SLACK-8] a message that was posted without our knowing is changed when its question is settled", async () => {
  const faults: Record<string, SlackFault | undefined> = { "chat.postMessage": { lost: true } };
  const { tried, slack, owner } = await openFailing(faults);
  const { id } = await tried();
  await owner.post(`/v1/inquiries/${id}/answer`, { answers: [{ question: "q1", options: ["o2"] }] });
  await slack.until(() => textOf(slack.messages[0]?.blocks).includes("Answered by Owner: No"));
  expect(slack.messages).toHaveLength(1);
});

test("[SLACK-8] a Slack that hangs holds up no other channel, and an answer does not wait for it", async () => {
  const smtp = await startSmtpReceiver();
  onTestFinished(() => smtp.close());
  const held = Promise.withResolvers<void>();
  const { ask, owner, colleague, read, slack } = await openFailing(
    { "conversations.open": { held: held.promise } },
    { env: { ASKBACK_TEST_MAIL: smtp.url } },
  );
  await colleague.put("/v1/contact", { email: "colleague@example.org", channels: { slack: "off" } });
  const ids: string[] = [];
  for (let index = 0; index < 6; index += 1) ids.push((await ask({ ...deploy, question: `Question ${index}?` })).id);
  await smtp.until(({ length }) => length === 6);
  for (const id of ids)
    expect(
      (await owner.post(`/v1/inquiries/${id}/answer`, { answers: [{ question: "q1", options: ["o1"] }] })).status,
    ).toBe(202);
  expect((await read(ids[0] ?? "")).status).toBe("answered");
  held.resolve();
  await slack.until(() => slack.messages.every(({ blocks }) => textOf(blocks).includes("Answered by Owner")));
});

test("[SLACK-7] a socket that is cut or about to end is replaced, and nothing that somebody presses is lost", async () => {
  const { slack, ask, owner, read, server } = await openSlack();
  await owner.put("/v1/contact", { slackUserId: "U0ANA" });
  const opened = () => slack.calls.filter(({ method }) => method === "apps.connections.open").length;
  for (const [round, disturb] of [slack.refresh, slack.cut].entries()) {
    const { id } = await ask({ ...deploy, question: `Round ${round}?` });
    const message = await slack.until(() => slack.messages[round]);
    const before = opened();
    await slack.until(() => slack.sockets > 0);
    disturb();
    await slack.until(() => opened() > before && slack.sockets === (round === 0 ? 2 : 1));
    await slack.send(pressOf(message, "Yes"));
    await expect.poll(async () => (await read(id)).status).toBe("answered");
  }
  expect(server.lines.filter((line) => line.includes("Slack failed"))).toEqual([]);
});

test("[SLACK-7] [SLACK-11] a Slack that is down is reached when it is back, is named once in the log, and no token with it", async () => {
  const { slack, server, ask, owner, read } = await openSlack();
  await owner.put("/v1/contact", { slackUserId: "U0ANA" });
  const { id } = await ask(deploy);
  const message = await slack.until(() => slack.messages[0]);
  await slack.until(() => slack.sockets === 1);
  await slack.close();
  await expect.poll(() => server.lines.filter((line) => line.includes("Slack failed")).length).toBe(1);
  const again = await startSlackService({ port: Number(new URL(slack.apiUrl).port) });
  onTestFinished(() => again.close());
  await again.send(pressOf(message, "No"));
  await expect.poll(async () => (await read(id)).status).toBe("answered");
  expect(server.lines.join("\n")).not.toMatch(/xoxb-|xapp-/);
});

test("[SLACK-9] words of an agent mention nobody and hide no address, wherever they are shown", {
  tags: "smoke",
}, async () => {
  const { slack, ask, owner } = await openSlack();
  await owner.put("/v1/contact", { slackUserId: "U0ANA" });
  const hostile = "<!channel> <@U0BOB> <https://evil.example|Askback> & \u202Eevil";
  await ask({
    question: `Q ${hostile}`,
    context: `C ${hostile}`,
    options: [{ label: "L <!here>", description: `D ${hostile}` }, { label: "No" }],
  });
  const message = await slack.until(() => slack.messages[0]);
  const markups = message.blocks.flatMap(
    ({ text, elements = [] }: { text?: { text: string }; elements?: { type: string; text: unknown }[] }) => [
      ...(text ? [text] : []),
      ...elements.filter(({ type }) => type === "mrkdwn"),
    ],
  );
  for (const markup of markups) {
    const foreign = markup.text.replace(
      /<(http:\/\/127\.0\.0\.1[^|>]*\|(Open in Askback|Stop these messages)|!date[^>]*)>/g,
      "",
    );
    expect(foreign).not.toMatch(/[<>\u202E]/);
    expect(markup.verbatim).toBe(true);
  }
  expect(message.text).not.toMatch(/[<>\u202E]/);
  expect(message).toMatchObject({ unfurl_links: "false", unfurl_media: "false", link_names: "false", parse: "none" });
  await slack.send(pressOf(message, "L <!here>"));
  const edited = await slack.until(
    () => textOf(slack.messages[0]?.blocks).includes("Answered by Owner") && slack.messages[0],
  );
  expect(textOf(edited.blocks)).toContain("L &lt;!here&gt;");
});
