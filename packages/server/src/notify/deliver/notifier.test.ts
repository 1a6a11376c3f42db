import { failureWords } from "@askback/core";
import { expect, test } from "vitest";
import type { Store } from "../../store/store.ts";
import { answer, ask, failRun, say, start, terms } from "../../store/testing/commands.ts";
import { createFakeChannel, type FakeChannel } from "../testing/fake-channel.ts";
import { openNotifier } from "../testing/open-notifier.ts";

const ana = { project: "default", person: "ana" };
const bob = { project: "default", person: "bob" };

test("[NOTIFY-7] everybody with an address is told once by each channel that they have not switched off", async () => {
  const [mail, chat] = [createFakeChannel("mail"), createFakeChannel("chat")];
  const { store, tell, untilIdle } = openNotifier(mail, chat);
  await store.contacts.save(ana, { email: "ana@example.com", channels: { chat: "off" } });
  await store.contacts.save(bob, { email: "bob@example.com" });
  await store.contacts.save({ project: "garden", person: "eve" }, { email: "eve@example.com" });
  await tell("conv_a", start(), ask());
  await untilIdle();
  const told = (channel: FakeChannel) => channel.asked.map(({ delivery }) => delivery.person).sort();
  expect([told(mail), told(chat)]).toEqual([["ana", "bob"], ["bob"]]);
  const [first] = mail.asked;
  expect(first).toMatchObject({
    type: "send",
    delivery: {
      tries: 1,
      notification: { type: "agent_question", actionStatus: "pending" },
      inquiry: { status: "open", questions: [{ text: "Which one?" }] },
      pageUrl: expect.stringMatching(/^https:\/\/askback\.example\.com\/q\/inq_/),
      why: "You may answer what agents of the project default ask.",
    },
  });
});

test("[NOTIFY-7] expanding an event again adds nothing", async () => {
  const mail = createFakeChannel("mail");
  const { store, tell, untilIdle, wake } = openNotifier(mail);
  await store.contacts.save(ana, { email: "ana@example.com" });
  await tell("conv_a", start(), ask());
  await untilIdle();
  const [{ id } = { id: "" }] = (await store.notifications.list({ ...ana, limit: 1 })).items;
  const [delivery] = await store.notices.ofNotification({ notificationId: id, after: "", limit: 9 });
  if (!delivery) throw new Error("delivered");
  await store.notices.add([{ ...delivery, id: "ntc_again", channel: "expand", endpoint: "expand" }]);
  wake();
  await untilIdle();
  const own = { id: "ntc_again", person: "ana" };
  expect(mail.asked).toHaveLength(2);
  // The second event has deliveries of its own; repeated, it has the same.
  await store.notices.resend(own.id);
  wake();
  await untilIdle();
  expect(mail.asked).toHaveLength(2);
});

test("[NOTIFY-8] what was sent is settled with what the channel called it, and what was not is withdrawn", async () => {
  const mail = createFakeChannel("mail", ({ type }) => ({
    outcome: "delivered",
    ...(type === "send" && { reference: "message 7" }),
  }));
  const { store, tell, untilAsked, untilIdle } = openNotifier(mail);
  const night = { from: "00:00", to: "23:59", timeZone: "UTC" };
  await store.contacts.save(ana, { email: "ana@example.com" });
  await store.contacts.save(bob, { email: "bob@example.com", quietHours: night });
  await tell("conv_a", start(), ask());
  await untilAsked(mail, "send");
  await tell("conv_a", answer());
  await untilAsked(mail, "send", "settle");
  const [sent, settled] = mail.asked;
  expect(settled).toMatchObject({
    delivery: { id: sent?.delivery.id, reference: "message 7", inquiry: { status: "answered" } },
  });
  await untilIdle();
  expect(mail.asked.every(({ delivery }) => delivery.person === "ana")).toBe(true);
});

test("[NOTIFY-8] a settlement waits for what is just being sent", async () => {
  const sending = Promise.withResolvers<void>();
  const mail = createFakeChannel("mail", async ({ type }) => {
    if (type === "send") await sending.promise;
    return { outcome: "delivered", ...(type === "send" && { reference: "late" }) };
  });
  const { store, tell, untilAsked, clock, wake } = openNotifier(mail);
  await store.contacts.save(ana, { email: "ana@example.com" });
  await tell("conv_a", start(), ask());
  await untilAsked(mail, "send");
  await tell("conv_a", answer());
  const waiting = async () => (await store.notices.dueIn([])) === 1_000;
  await expect.poll(waiting).toBe(true);
  sending.resolve();
  clock.advance(1_000);
  wake();
  await untilAsked(mail, "send", "settle");
  expect(mail.asked[1]).toMatchObject({ delivery: { reference: "late" } });
});

test("[NOTIFY-8] what its person has read, and what is settled already, is not sent", async () => {
  const mail = createFakeChannel("mail");
  const { store, tell, untilIdle, clock, wake } = openNotifier(mail);
  const night = { from: "11:00", to: "13:00", timeZone: "UTC" };
  await store.contacts.save(ana, { email: "ana@example.com", quietHours: night });
  await tell("conv_a", start(), ask());
  await tell("conv_b", start(), ask(), answer());
  const id = async () => (await store.notifications.list({ ...ana, unread: true, limit: 1 })).items[0]?.id ?? "";
  await expect.poll(async () => (await store.notices.dueIn(["expand"])) ?? 0).toBe(3_600_000);
  await store.notifications.markRead(await id(), ana, true);
  clock.advance(3_600_000);
  wake();
  await untilIdle();
  expect(mail.asked).toEqual([]);
});

test("[NOTIFY-22] who is not on call is told when they are, and who is at once, also in quiet hours", async () => {
  const mail = createFakeChannel("mail");
  const { store, tell, untilAsked, untilIdle, clock, wake } = openNotifier(mail);
  const onCall = { days: ["mon", "tue", "wed", "thu", "fri", "sat", "sun"], timeZone: "UTC" } as const;
  const quietHours = { from: "11:00", to: "14:00", timeZone: "UTC" };
  const now = { ...onCall, from: "12:00", to: "13:00" };
  const later = { ...onCall, from: "13:00", to: "14:00" };
  await store.contacts.save(ana, { email: "ana@example.com", onCall: now, quietHours });
  await store.contacts.save(bob, { email: "bob@example.com", onCall: later });
  await tell("conv_a", start(), ask());
  await untilAsked(mail, "send");
  await tell("conv_b", start(), ask());
  await untilAsked(mail, "send", "send");
  await tell("conv_b", answer());
  await untilAsked(mail, "send", "send", "settle");
  expect(new Set(mail.asked.map(({ delivery }) => delivery.person))).toEqual(new Set(["ana"]));
  clock.advance(3_600_000);
  wake();
  await untilIdle();
  // What was settled before bob was on call is not sent.
  expect(mail.asked.slice(3).map(({ type, delivery }) => [type, delivery.person])).toEqual([["send", "bob"]]);
});

test("[NOTIFY-10] a channel that fails, hangs or refuses holds up no other, and is tried again", async () => {
  const hanging = createFakeChannel("hanging", () => new Promise<never>(() => {}));
  const failing = createFakeChannel("failing", () => ({ outcome: "failed", failure: "connection" }));
  const refusing = createFakeChannel("refusing", () => ({ outcome: "dead", status: 550, failure: "refused" }));
  const healthy = createFakeChannel("healthy");
  const { store, tell, clock, wake } = openNotifier(hanging, failing, refusing, healthy);
  for (const person of Array.from({ length: 20 }, (_, index) => `p${index}`))
    await store.contacts.save({ project: "default", person }, { email: `${person}@example.com` });
  await tell("conv_a", start(), ask());
  await expect.poll(() => healthy.asked.length).toBe(20);
  await expect.poll(() => refusing.asked.length).toBe(20);
  // Each is due again five seconds after its failure was recorded.
  await expect.poll(() => failuresOf(store, healthy)).toBe(20);
  clock.advance(5_000);
  wake();
  await expect.poll(() => failing.asked.length).toBe(40);
  expect([refusing.asked.length, healthy.asked.length]).toEqual([20, 20]);
  expect(failing.asked.filter(({ delivery }) => "tries" in delivery && delivery.tries === 2)).toHaveLength(20);
});

/** How many deliveries of the notification that a channel was given have failed once. */
async function failuresOf(store: Store, { asked }: FakeChannel): Promise<number> {
  const [first] = asked;
  const notificationId = first && "notification" in first.delivery ? first.delivery.notification.id : "";
  const found = await store.notices.ofNotification({ notificationId, after: "", limit: 100 });
  return found.filter(({ channel, attempts }) => channel === "failing" && attempts.length === 1).length;
}

test("[NOTIFY-11] a person who wants a digest gets one for all that waits then", async () => {
  const mail = createFakeChannel("mail");
  const { store, tell, untilAsked, untilIdle, clock, wake } = openNotifier(mail);
  await store.contacts.save(ana, { email: "ana@example.com", digest: { at: ["16:00"], timeZone: "UTC" } });
  await tell("conv_a", start(), ask("First?"));
  await tell("conv_b", start(), ask("Second?"));
  await tell("conv_c", start(), ask("Third?"), answer());
  await tell("conv_d", start(), failRun("no credit"), say("Go on"));
  await expect.poll(async () => (await store.notices.dueIn([])) ?? 0).toBe(4 * 3_600_000);
  clock.advance(4 * 3_600_000);
  wake();
  await untilAsked(mail, "digest");
  await untilIdle();
  const [digest] = mail.asked;
  const texts = digest?.type === "digest" ? digest.delivery.notifications.map(({ message }) => message) : [];
  expect([...texts].sort()).toEqual(["First?", "Second?"]);
});

test("[NOTIFY-3] [FAILURE-2] a run that failed is told in words for its kind, and settled when somebody goes on", async () => {
  const mail = createFakeChannel("mail");
  const { store, tell, untilAsked } = openNotifier(mail);
  await store.contacts.save(ana, { email: "ana@example.com" });
  await tell("conv_a", start(), failRun("insufficient_quota: org-1", "quota"));
  await untilAsked(mail, "send");
  expect(mail.asked[0]).toMatchObject({
    delivery: { notification: { type: "agent_run_failed", message: failureWords("quota") } },
  });
  expect(JSON.stringify(mail.asked)).not.toContain("org-1");
  await tell("conv_a", say("Go on"));
  await untilAsked(mail, "send", "settle");
});

test("[NOTIFY-14] of a question for some, only they are told: by name, by group, and as long as they may answer", async () => {
  const mail = createFakeChannel("mail");
  const { store, tell, untilIdle } = openNotifier(mail);
  const people = { per_named: [], per_grouped: ["deploy"], per_other: ["sales"], per_left: ["deploy"], per_viewer: [] };
  for (const [id, groups] of Object.entries(people)) {
    const role = id === "per_viewer" ? "viewer" : "member";
    await store.directory.addMember({ id, name: id }, { project: "default", role, groups, at: 1 });
    await store.contacts.save({ project: "default", person: id }, { email: `${id}@example.com` });
  }
  await store.directory.removeMember("default", "per_left", 2);
  const audience = { people: ["per_named", "per_viewer"], groups: ["deploy"] };
  await tell("conv_a", start({ terms: { ...terms, audience } }), ask());
  await untilIdle();
  expect(mail.asked.map(({ delivery }) => delivery.person).sort()).toEqual(["per_grouped", "per_named"]);
});
