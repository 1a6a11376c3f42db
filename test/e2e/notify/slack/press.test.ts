import { expect, test } from "vitest";
import { buttonsOf, openSlack, pressOf, textOf } from "../../../harness/notify/slack-server.ts";

const deploy = { question: "Deploy?", context: "All tests pass.", options: ["Yes", "No"] };

test("[SLACK-1] [SLACK-3] a question reaches a person in Slack, one press answers it once, and the message says so", {
  tags: "smoke",
}, async () => {
  const { slack, owner, ask, read } = await openSlack();
  expect((await owner.put("/v1/contact", { email: "ana@example.org" })).body.available).toEqual(["slack"]);
  const { id } = await ask(deploy);
  const message = await slack.until(() => slack.messages[0]);
  expect(message).toMatchObject({
    channel: "DU0ANA",
    text: "Agent question from caller: Deploy?",
    unfurl_links: "false",
  });
  for (const part of ["Deploy?", "All tests pass.", `/q/${id}|Open in Askback`])
    expect(textOf(message.blocks)).toContain(part);
  expect([...buttonsOf(message).keys()]).toEqual(["Yes", "No", "Another answer…"]);
  const press = pressOf(message, "Yes");
  await slack.send(press, "envelope-1");
  const resolution = { by: "owner", answers: [{ labels: ["Yes"] }] };
  await expect.poll(() => read(id)).toMatchObject({ status: "answered", resolution });
  const edited = await slack.until(
    () => textOf(slack.messages[0]?.blocks).includes("Answered by") && slack.messages[0],
  );
  expect(textOf(edited.blocks)).toContain("Answered by Owner: Yes");
  expect(buttonsOf(edited).size).toBe(0);
  // What is sent again, as Slack does that got no confirmation, changes nothing and tells nobody anything.
  const resolved = async () =>
    (await owner.get(`/v1/inquiries/${id}/audit`)).body.items.filter(
      ({ type }: { type: string }) => type === "resolved",
    );
  expect(await resolved()).toMatchObject([{ via: "slack", by: "owner" }]);
  await slack.send(press, "envelope-1");
  expect(await resolved()).toHaveLength(1);
  expect(slack.calls.filter(({ method }) => method === "chat.postEphemeral")).toEqual([]);
});
