import { expect, test } from "vitest";
import { askElsewhere, type CommandBuilder } from "../../store/testing/commands.ts";
import { createFakeChannel, type FakeChannel } from "../testing/fake-channel.ts";
import { openNotifier } from "../testing/open-notifier.ts";

const ana = { project: "default", person: "ana" };
const email = "ana@example.com";
const hourMs = 3_600_000;

/** Changes the question of a program. */
function amend(id: string, text: string): CommandBuilder {
  const questions = [{ id: "q1", text, options: [], multiSelect: false, ownWords: true }];
  return ({ at }) => ({ type: "amend", inquiryId: id, inquiry: { questions }, by: "ana", at });
}

async function openAsked(channel: FakeChannel, settings: object = {}) {
  const opened = openNotifier(channel);
  const { store, tell } = opened;
  await store.contacts.save(ana, { email, ...settings });
  await tell("conv_a", askElsewhere("First?"));
  const [notification] = (await store.notifications.list({ ...ana, limit: 1 })).items;
  return { ...opened, inquiryId: notification?.relatedResourceId ?? "", notificationId: notification?.id ?? "" };
}

const asked = (channel: FakeChannel) =>
  channel.asked.map(({ type, delivery }) => [
    type,
    "inquiry" in delivery ? delivery.inquiry?.questions[0]?.text : undefined,
    "replaces" in delivery ? delivery.replaces?.reference : undefined,
  ]);

test("[NOTIFY-19] a channel is given what it sent before the question was changed, and settles the message once", async () => {
  let sent = 0;
  const chat = createFakeChannel("chat", ({ type, delivery }) => {
    if (type !== "send") return { outcome: "delivered" };
    const { replaces } = delivery as { replaces?: { reference?: string } };
    sent += 1;
    return { outcome: "delivered", reference: replaces?.reference ?? `message ${sent}` };
  });
  const { tell, inquiryId, untilIdle } = await openAsked(chat);
  await untilIdle();
  await tell("conv_a", amend(inquiryId, "Second?"));
  await untilIdle();
  await tell("conv_a", amend(inquiryId, "Third?"));
  await untilIdle();
  const set = { answers: [{ question: "q1", text: "This one" }] };
  await tell("conv_a", ({ at }) => ({ type: "answer", inquiryId, set, by: "ana", at }));
  await untilIdle();
  expect(asked(chat)).toEqual([
    ["send", "First?", undefined],
    ["send", "Second?", "message 1"],
    ["send", "Third?", "message 1"],
    ["settle", "Third?", undefined],
  ]);
  expect(chat.asked.at(-1)).toMatchObject({ delivery: { reference: "message 1" } });
});

test("[NOTIFY-19] a channel that sends a changed question anew settles both messages", async () => {
  for (const isNamed of [true, false]) {
    let sent = 0;
    const chat = createFakeChannel("chat", ({ type }) => {
      if (type === "send") sent += 1;
      return { outcome: "delivered", ...(isNamed && type === "send" && { reference: `message ${sent}` }) };
    });
    const { tell, inquiryId, untilIdle } = await openAsked(chat);
    await untilIdle();
    await tell("conv_a", amend(inquiryId, "Second?"));
    await untilIdle();
    const set = { answers: [{ question: "q1", text: "This one" }] };
    await tell("conv_a", ({ at }) => ({ type: "answer", inquiryId, set, by: "ana", at }));
    await untilIdle();
    const ids = (of: string) => chat.asked.flatMap(({ type, delivery }) => (type === of ? [delivery.id] : [])).sort();
    expect(ids("send")).toHaveLength(2);
    expect(ids("settle")).toEqual(ids("send"));
  }
});

test("[NOTIFY-19] what was changed in quiet hours is told once when they end", async () => {
  const mail = createFakeChannel("mail");
  const quietHours = { from: "11:00", to: "13:00", timeZone: "UTC" };
  const { tell, inquiryId, untilIdle, store, clock, wake } = await openAsked(mail, { quietHours });
  const untilPlanned = () => expect.poll(async () => (await store.notices.dueIn(["expand"])) ?? 0).toBe(hourMs);
  await untilPlanned();
  await tell("conv_a", amend(inquiryId, "Second?"));
  await expect.poll(() => store.notices.pendingCount()).toBe(1);
  await untilPlanned();
  clock.advance(hourMs);
  wake();
  await untilIdle();
  expect(asked(mail)).toEqual([["send", "Second?", undefined]]);
});

test("[NOTIFY-19] an older event that is expanded after a newer one tells nobody something older", async () => {
  const mail = createFakeChannel("mail");
  const { tell, inquiryId, notificationId, untilIdle, store, wake } = await openAsked(mail);
  await untilIdle();
  await tell("conv_a", amend(inquiryId, "Second?"));
  await untilIdle();
  const [first] = await store.notices.ofNotification({ notificationId, after: "", limit: 9 });
  if (!first) throw new Error("nothing was told");
  const { follows: _, ...event } = first;
  await store.notices.add([
    { ...event, id: "ntc_late", version: 1, channel: "expand", endpoint: "expand", recipient: "", why: "[]" },
  ]);
  wake();
  await untilIdle();
  expect(mail.asked).toHaveLength(2);
});
