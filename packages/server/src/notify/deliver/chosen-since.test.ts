import { expect, test } from "vitest";
import type { Store } from "../../store/store.ts";
import { answer, ask, start } from "../../store/testing/commands.ts";
import { createFakeChannel, type FakeChannel } from "../testing/fake-channel.ts";
import { openNotifier } from "../testing/open-notifier.ts";
import { createContactOf } from "./contact-of.ts";

const ana = { project: "default", person: "ana" };
const email = "ana@example.com";
const hourMs = 3_600_000;
// It is noon, and the first retry comes after five seconds.
const quietHours = { from: "12:00", to: "13:00", timeZone: "UTC" };

/** A channel whose first message to Ana fails, for reasons that are gone when it is tried again. */
async function openFailed() {
  let isDown = true;
  const mail = createFakeChannel("mail", () => ({ outcome: isDown ? "failed" : "delivered" }));
  const opened = openNotifier(mail);
  const { store, tell, clock, wake } = opened;
  await store.contacts.save(ana, { email });
  await tell("conv_a", start(), ask());
  await expect.poll(async () => (await onlyDelivery(store))?.attempts.length).toBe(1);
  isDown = false;
  return {
    ...opened,
    mail,
    pass(ms: number) {
      clock.advance(ms);
      wake();
    },
  };
}

async function onlyDelivery({ notices, notifications }: Store) {
  const [{ id } = { id: "" }] = (await notifications.list({ ...ana, limit: 1 })).items;
  return (await notices.ofNotification({ notificationId: id, after: "", limit: 9 }))[0];
}

const told = ({ asked }: FakeChannel) => asked.map(({ type }) => type);

test("[NOTIFY-23] a retry in quiet hours waits for their end, counts as no try, and the list of attempts says why", async () => {
  const { store, mail, pass, untilIdle } = await openFailed();
  await store.contacts.save(ana, { email, quietHours });
  pass(5_000);
  await expect.poll(() => store.notices.dueIn([])).toBe(hourMs - 5_000);
  expect(told(mail)).toEqual(["send"]);
  expect(await onlyDelivery(store)).toMatchObject({
    status: "pending",
    tries: 1,
    attempts: [{}, { unsent: "quiet-hours" }],
  });
  pass(hourMs - 5_000);
  await untilIdle();
  expect(told(mail)).toEqual(["send", "send"]);
});

test("[NOTIFY-23] a retry to somebody who is not on call any more waits for the next such hours", async () => {
  const { store, mail, pass } = await openFailed();
  const onCall = { days: ["wed"], from: "14:00", to: "15:00", timeZone: "UTC" } as const;
  await store.contacts.save(ana, { email, onCall });
  pass(5_000);
  await expect.poll(() => store.notices.dueIn([])).toBe(2 * hourMs - 5_000);
  expect(await onlyDelivery(store)).toMatchObject({ attempts: [{}, { unsent: "not-on-call" }] });
  expect(told(mail)).toEqual(["send"]);
});

test("[NOTIFY-23] what waited is not sent by a channel that was switched off, and the list of attempts says so", async () => {
  const mail = createFakeChannel("mail");
  const { store, tell, untilIdle, clock, wake } = openNotifier(mail);
  await store.contacts.save(ana, { email, quietHours });
  await tell("conv_a", start(), ask());
  await expect.poll(async () => (await onlyDelivery(store))?.dueAt).toBe(clock.now() + hourMs);
  await store.contacts.save(ana, { email, channels: { mail: "off" } });
  clock.advance(hourMs);
  wake();
  await untilIdle();
  expect(await onlyDelivery(store)).toMatchObject({
    status: "withdrawn",
    tries: 0,
    attempts: [{ unsent: "not-wanted" }],
  });
  // Nothing was sent, so there is nothing to settle.
  await tell("conv_a", answer());
  await untilIdle();
  expect(told(mail)).toEqual([]);
});

test("[NOTIFY-23] what was sent is settled in quiet hours and by a channel that is off", async () => {
  const mail = createFakeChannel("mail");
  const { store, tell, untilAsked, untilIdle } = openNotifier(mail);
  await store.contacts.save(ana, { email });
  await tell("conv_a", start(), ask());
  await untilAsked(mail, "send");
  await untilIdle();
  await store.contacts.save(ana, { email, quietHours, channels: { mail: "off" } });
  await tell("conv_a", answer());
  await untilAsked(mail, "send", "settle");
});

test("[NOTIFY-23] a digest comes in quiet hours if its time was chosen so, and not by a channel that is off", async () => {
  const mail = createFakeChannel("mail");
  const { store, tell, untilAsked, untilIdle, clock, wake } = openNotifier(mail);
  const digest = { at: ["12:30", "14:00"], timeZone: "UTC" };
  await store.contacts.save(ana, { email, quietHours, digest });
  await tell("conv_a", start(), ask());
  await expect.poll(() => store.notices.dueIn(["expand"])).toBe(hourMs / 2);
  clock.advance(hourMs / 2);
  wake();
  await untilAsked(mail, "digest");
  await tell("conv_b", start(), ask());
  await expect.poll(() => store.notices.dueIn(["expand"])).toBe(1.5 * hourMs);
  await store.contacts.save(ana, { email, digest, channels: { mail: "off" } });
  clock.advance(1.5 * hourMs);
  wake();
  await untilIdle();
  expect(told(mail)).toEqual(["digest"]);
});

test("[NOTIFY-23] the contacts of deliveries that are sent together are one read for each project", async () => {
  const reads: unknown[] = [];
  const contactOf = createContactOf({
    async ofPeople(project, people) {
      reads.push([project, people]);
      return people.map((person) => ({ project, person, subscriptions: [] }));
    },
  });
  const readers = ["ana", "bob", "ana"].map((person) => ({ project: "default", person }));
  const found = await Promise.all([...readers, { project: "garden", person: "eve" }].map(contactOf));
  expect(found.map((contact) => contact?.person)).toEqual(["ana", "bob", "ana", "eve"]);
  expect(reads).toEqual([
    ["default", ["ana", "bob"]],
    ["garden", ["eve"]],
  ]);
  await contactOf(ana);
  expect(reads[2]).toEqual(["default", ["ana"]]);
});
