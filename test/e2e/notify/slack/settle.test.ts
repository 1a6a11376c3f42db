import { expect, onTestFinished, test } from "vitest";
import {
  buttonsOf,
  openDialog,
  openSlack,
  pressOf,
  shownAfter,
  submissionOf,
  textOf,
} from "../../../harness/notify/slack-server.ts";
import { createApi } from "../../../harness/server/api.ts";
import { startTestServer } from "../../../harness/server/test-server.ts";

const deploy = { question: "Deploy?", options: ["Yes", "No"] };
const yes = { answers: [{ question: "q1", options: ["o1"] }] };

async function tellAna(options?: Parameters<typeof openSlack>[0]) {
  const opened = await openSlack(options);
  await opened.owner.put("/v1/contact", { slackUserId: "U0ANA" });
  const { slack } = opened;
  return {
    ...opened,
    /** Asks, and gives the message as it came. */
    async told(body: object = deploy) {
      const { id } = await opened.ask(body);
      const isIt = ({ channel, blocks }: (typeof slack.messages)[0]) =>
        channel === "DU0ANA" && textOf(blocks).includes(id);
      return { id, message: await slack.until(() => slack.messages.find(isIt)) };
    },
    /** The message of a question without its buttons. */
    ended: (id: string) =>
      slack.until(() =>
        slack.messages.find((message) => textOf(message.blocks).includes(id) && buttonsOf(message).size === 0),
      ),
    notice: () => slack.until(() => slack.calls.find(({ method }) => method === "chat.postEphemeral")?.fields),
  };
}

test("[SLACK-4] a message says how its question ended elsewhere, and an old press changes nothing and shows the winner", {
  tags: "smoke",
}, async () => {
  const { told, ended, owner, asking, colleague, slack, read, notice } = await tellAna();
  const { id, message } = await told();
  await owner.post(`/v1/inquiries/${id}/answer`, yes);
  expect(textOf((await ended(id)).blocks)).toContain("Answered by Owner: Yes");
  await slack.send(pressOf(message, "No"));
  expect(await notice()).toMatchObject({
    channel: "DU0ANA",
    user: "U0ANA",
    text: expect.stringContaining("Answered by Owner: Yes. Nothing was changed."),
  });
  expect((await read(id)).resolution.answers).toMatchObject([{ labels: ["Yes"] }]);
  for (const [command, words, who] of [
    ["decline", "Declined by colleague", colleague],
    ["delegate", "Left to the agent by Owner", owner],
    ["dismiss", "Set aside by Owner", owner],
    ["withdraw", "Withdrawn", asking],
  ] as const) {
    const other = await told({ question: `${command}?`, options: ["Yes", "No"] });
    await who.post(`/v1/inquiries/${other.id}/${command}`, {});
    expect(textOf((await ended(other.id)).blocks)).toContain(words);
  }
});

test("[SLACK-4] a question that was changed is shown by the message that asked it, which is settled once", async () => {
  const { told, ended, asking, slack, read } = await tellAna();
  const { id, message } = await told();
  const change = async (question: string) => {
    expect((await asking.patch(`/v1/inquiries/${id}`, { question, options: ["Yes", "No"] })).status).toBe(200);
    return slack.until(() => slack.messages.find(({ blocks }) => textOf(blocks).includes(question)));
  };
  expect((await change("Deploy to Paris?")).ts).toBe(message.ts);
  const edited = await change("Deploy to Lima?");
  expect(edited.ts).toBe(message.ts);
  await slack.send(pressOf(edited, "Yes"));
  await ended(id);
  expect((await read(id)).resolution.answers).toMatchObject([{ labels: ["Yes"] }]);
  expect(slack.messages).toHaveLength(1);
});

test("[SLACK-4] where the message cannot be edited any more a new one asks, and both are settled", async () => {
  let isLocked = true;
  const { told, asking, owner, slack } = await tellAna({
    respond: (method) => (method === "chat.update" && isLocked ? { error: "edit_window_closed" } : undefined),
  });
  const { id } = await told();
  await asking.patch(`/v1/inquiries/${id}`, { question: "Deploy to Lima?", options: ["Yes", "No"] });
  await slack.until(() => slack.messages.length === 2);
  isLocked = false;
  await owner.post(`/v1/inquiries/${id}/answer`, yes);
  await slack.until(() => slack.messages.every(({ blocks }) => textOf(blocks).includes("Answered by Owner: Yes")));
});

test("[SLACK-4] a question that expired says so in its message", async () => {
  const { told, ended, asking } = await tellAna();
  const { id } = await told();
  // A deadline is in the future when it arrives, also on a slow machine.
  const soon = () => ({ deadline: new Date(Date.now() + 1_000).toISOString() });
  await expect.poll(async () => (await asking.patch(`/v1/inquiries/${id}`, soon())).status).toBe(200);
  expect(textOf((await ended(id)).blocks)).toContain("Expired");
});

test("[SLACK-4] while an answer is held its words are shown to nobody, and the message keeps its buttons until it counts", async () => {
  const { told, ended, colleague, slack, notice } = await tellAna();
  const { id, message } = await told();
  await colleague.post(`/v1/inquiries/${id}/answer`, { ...yes, hold: 60 });
  await slack.send(pressOf(message, "No"));
  const { text } = await notice();
  expect(text).toContain("Answered by colleague. Nothing was changed.");
  expect(text).not.toContain("Yes");
  expect(buttonsOf(slack.messages[0] ?? message).size).toBe(3);
  await colleague.post(`/v1/inquiries/${id}/deliver`, {});
  expect(textOf((await ended(id)).blocks)).toContain("Answered by colleague: Yes");
});

test("[SLACK-3] a press answers what was asked before its server was killed and started again", async () => {
  const { told, ended, server, environment, slack } = await tellAna();
  const { id, message } = await told();
  await server.kill();
  const { dataDir } = server;
  const again = await startTestServer({ dataDir, env: environment });
  onTestFinished(async () => void (await again.server.stop()));
  await slack.send(pressOf(message, "No"));
  expect(textOf((await ended(id)).blocks)).toContain("Answered by Owner: No");
});

test("[SLACK-5] nobody but the user to whom it was sent answers by a message, from the app's own workspace", async () => {
  const { told, owner, slack, read, colleague } = await tellAna();
  await colleague.put("/v1/contact", { slackUserId: "U0BOB" });
  const { id, message } = await told();
  const press = pressOf(message, "Yes");
  const foreign = [
    { ...press, user: { id: "U0BOB" } },
    { ...press, user: { id: "U0ANA", team_id: "T0OTHER" } },
    { ...press, team: { id: "T0OTHER" } },
    { ...press, user: { id: "U0ANA" }, team: null },
    { ...press, actions: [{ ...press.actions[0], value: "ntc_forged" }] },
    { ...press, actions: [{ ...press.actions[0], value: `ntc_${"0".repeat(32)}.1` }] },
  ];
  for (const [index, payload] of foreign.entries()) {
    await slack.send(payload);
    const notice = await slack.until(
      () => slack.calls.filter(({ method }) => method === "chat.postEphemeral")[index]?.fields,
    );
    expect(notice.text).toContain("was not sent to you");
  }
  // Whoever changed where they are reached is no longer who has that message.
  await owner.put("/v1/contact", { slackUserId: "U0OTHER" });
  await slack.send(press);
  expect((await read(id)).status).toBe("open");
  await owner.put("/v1/contact", { slackUserId: "U0ANA" });
  await slack.send(press);
  await expect.poll(async () => (await read(id)).status).toBe("answered");
});

test("[SLACK-5] a person who may no longer answer is told so, and one press of each of two people has one winner", async () => {
  const { told, ended, colleague, slack, read, notice } = await tellAna();
  await colleague.put("/v1/contact", { slackUserId: "U0BOB" });
  const { id } = await told();
  const both = await slack.until(() => slack.messages.length === 2 && [...slack.messages]);
  await Promise.all(
    both.map((one) => slack.send(pressOf(one, one.channel === "DU0ANA" ? "Yes" : "No", one.channel.slice(1)))),
  );
  const { resolution } = await read(id);
  const winner = `Answered by ${resolution.by === "owner" ? "Owner" : resolution.by}: ${resolution.answers[0].labels[0]}`;
  expect((await notice()).text).toContain(winner);
  await ended(id);
  await slack.until(() => slack.messages.every(({ blocks }) => textOf(blocks).includes(winner)));
});

test("[SLACK-5] the holder of a revoked key reads and answers nothing in Slack, and is sent nothing more", async () => {
  const { owner, server, slack, ask, read } = await openSlack();
  const { body: made } = await owner.post("/v1/keys", { name: "bob", scopes: ["answer"] });
  await createApi(server, made.key).put("/v1/contact", { slackUserId: "U0BOB" });
  const { id } = await ask(deploy);
  const message = await slack.until(() => slack.messages[0]);
  const view = await openDialog(slack, message, "Another answer…", "U0BOB");
  await owner.delete(`/v1/keys/${made.id}`);
  const told = async (payload: object, count: number) => {
    await slack.send(payload);
    const notices = () => slack.calls.filter(({ method }) => method === "chat.postEphemeral");
    return (await slack.until(() => notices()[count]))?.fields.text;
  };
  expect(await told(pressOf(message, "Another answer…", "U0BOB"), 0)).toContain("was not sent to you");
  expect(await told(pressOf(message, "Yes", "U0BOB"), 1)).toContain("was not sent to you");
  const blank = await shownAfter(slack, submissionOf(view, {}, "U0BOB"));
  expect(textOf(blank.blocks)).toContain("was not sent to you");
  expect(textOf(blank.blocks)).not.toContain("Deploy?");
  expect((await read(id)).status).toBe("open");
  await owner.put("/v1/contact", { slackUserId: "U0ANA" });
  await ask({ ...deploy, question: "And now?" });
  await slack.until(() => slack.messages.find(({ channel }) => channel === "DU0ANA"));
  expect(slack.messages.map(({ channel }) => channel)).toEqual(["DU0BOB", "DU0ANA"]);
});
