import { expect, test } from "vitest";
import { answer, ask, assign, start, terms } from "../../store/testing/commands.ts";
import { createFakeChannel, type FakeChannel } from "../testing/fake-channel.ts";
import { openNotifier } from "../testing/open-notifier.ts";

const audience = { people: ["ana", "ben"] };

/** Ana and Ben are asked; Cleo and Dan may be let in. */
async function openAsked(more: Parameters<typeof start>[0] = {}) {
  const mail = createFakeChannel("mail");
  const opened = openNotifier(mail);
  for (const person of ["ana", "ben", "cleo", "dan"])
    await opened.store.contacts.save({ project: "default", person }, { email: `${person}@example.com` });
  await opened.tell("conv_a", start(more), ask());
  await opened.untilIdle();
  const { clock, tell } = opened;
  return {
    ...opened,
    mail,
    async pass(ms: number) {
      clock.advance(ms);
      await tell("conv_a", ({ at }) => ({ type: "wake", at }));
    },
  };
}

/** Who was told since, and why. */
function sentSince(channel: FakeChannel, count: number) {
  return channel.asked
    .slice(count)
    .map(({ type, delivery }) => `${type} ${delivery.person}: ${delivery.why}`)
    .sort();
}

const reminded = "Nobody has answered yet, and this reminds everybody who may.";
const escalated = "Nobody has answered in time, and now you are asked.";

test("[NOTIFY-15] a reminder tells everybody for whom it waits, also who had read it, and a step those whom it names", async () => {
  const escalation = [
    { afterMs: 100, remind: true as const },
    { afterMs: 200, to: { people: ["cleo"] } },
    { afterMs: 300, to: { people: ["dan"] }, remind: true as const },
  ];
  const { store, mail, pass, tell, untilIdle } = await openAsked({ terms: { ...terms, audience, escalation } });
  expect(mail.asked).toHaveLength(2);
  const ana = { project: "default", person: "ana" };
  const [notification] = (await store.notifications.list({ ...ana, limit: 1 })).items;
  await store.notifications.markRead(notification?.id ?? "", ana, true);
  await pass(100);
  await untilIdle();
  expect(sentSince(mail, 2)).toEqual([`send ana: ${reminded}`, `send ben: ${reminded}`]);
  await pass(100);
  await untilIdle();
  expect(sentSince(mail, 4)).toEqual([`send cleo: ${escalated}`]);
  await pass(100);
  await untilIdle();
  const all = ["ana", "ben", "cleo"].map((name) => `send ${name}: ${reminded}`);
  expect(sentSince(mail, 5)).toEqual([...all, `send dan: ${escalated}`]);
  await tell("conv_a", answer());
  await untilIdle();
});

test("[NOTIFY-15] steps that are recorded together tell each person once, for the first reason that is theirs", async () => {
  const escalation = [
    { afterMs: 100, remind: true as const },
    { afterMs: 200, to: { people: ["cleo"] } },
  ];
  const { mail, pass, untilIdle } = await openAsked({ terms: { ...terms, audience, escalation } });
  await pass(300);
  await untilIdle();
  expect(sentSince(mail, 2)).toEqual([`send ana: ${reminded}`, `send ben: ${reminded}`, `send cleo: ${escalated}`]);
});

test("[NOTIFY-15] at the deadline the others are told, and when it expires all of it is settled", async () => {
  const onDeadline = { to: { people: ["dan"] }, forMs: 50 };
  const { mail, pass, untilIdle } = await openAsked({ terms: { ...terms, audience, deadlineMs: 100, onDeadline } });
  await pass(100);
  await untilIdle();
  expect(sentSince(mail, 2)).toEqual([`send dan: ${escalated}`]);
  await pass(50);
  await untilIdle();
  expect(sentSince(mail, 3).map((line) => line.split(":")[0])).toEqual(["settle ana", "settle ben", "settle dan"]);
});

test("[NOTIFY-15] whoever it is assigned to is told, and nobody else", async () => {
  const { mail, tell, untilIdle } = await openAsked({ terms: { ...terms, audience } });
  await tell("conv_a", assign("cleo"));
  await untilIdle();
  expect(sentSince(mail, 2)).toEqual(["send cleo: It was assigned to you."]);
  await tell("conv_a", assign("ana"));
  await untilIdle();
  expect(mail.asked).toHaveLength(3);
});

test("[NOTIFY-17] a ladder tells by push at once, by chat after five minutes, and then the next person by all", async () => {
  const [push, chat] = [createFakeChannel("push"), createFakeChannel("chat")];
  const { store, clock, tell, untilIdle } = openNotifier(push, chat);
  for (const person of ["ana", "cleo"])
    await store.contacts.save({ project: "default", person }, { email: `${person}@example.com` });
  const minuteMs = 60_000;
  const escalation = [
    { afterMs: 5 * minuteMs, remind: true as const, channels: ["chat"] },
    { afterMs: 30 * minuteMs, to: { people: ["cleo"] } },
  ];
  const settings = { ...terms, audience: { people: ["ana"] }, channels: ["push"], escalation };
  await tell("conv_a", start({ terms: settings }), ask());
  const told = async () => {
    await untilIdle();
    return [push, chat].map((channel) => channel.asked.map(({ delivery }) => delivery.person));
  };
  const pass = async (ms: number) => {
    clock.advance(ms);
    await tell("conv_a", ({ at }) => ({ type: "wake", at }));
  };
  expect(await told()).toEqual([["ana"], []]);
  await pass(5 * minuteMs);
  expect(await told()).toEqual([["ana"], ["ana"]]);
  await pass(25 * minuteMs);
  expect(await told()).toEqual([
    ["ana", "cleo"],
    ["ana", "cleo"],
  ]);
});

test("[NOTIFY-17] what a person has switched off stays off, and without any channel only the app tells", async () => {
  const mail = createFakeChannel("mail");
  const { store, tell, untilIdle } = openNotifier(mail);
  await store.contacts.save({ project: "default", person: "ana" }, { email: "ana@example.com" });
  await store.contacts.save(
    { project: "default", person: "ben" },
    { email: "ben@example.com", channels: { mail: "off" } },
  );
  await tell("conv_a", start({ terms: { ...terms, channels: [] } }), ask());
  await tell("conv_b", start({ terms: { ...terms, channels: ["mail"] } }), ask());
  await untilIdle();
  expect(
    mail.asked.map(({ delivery }) => [
      delivery.person,
      "notification" in delivery && delivery.notification.conversationId,
    ]),
  ).toEqual([["ana", "conv_b"]]);
  const unread = await store.notifications.list({ project: "default", person: "ana", unread: true, limit: 9 });
  expect(unread.items).toHaveLength(2);
});
