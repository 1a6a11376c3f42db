import { expect, test } from "vitest";
import { answer, ask, start, terms } from "../../store/testing/commands.ts";
import { createFakeChannel, type FakeChannel } from "../testing/fake-channel.ts";
import { openNotifier } from "../testing/open-notifier.ts";

const hourMs = 3_600_000;
const people = ["per_stays", "per_leaves", "per_moves", "per_disabled", "per_viewer"];

/** Members of the project, all of the group `ops`, who are told by mail. */
async function openMembers(mail: FakeChannel, settings: object) {
  const opened = openNotifier(mail);
  const { directory, contacts } = opened.store;
  for (const id of people) {
    await directory.addMember({ id, name: id }, { project: "default", role: "member", groups: ["ops"], at: 1 });
    await contacts.save({ project: "default", person: id }, { email: `${id}@example.com`, ...settings });
  }
  return {
    ...opened,
    /** What happens to those people who may answer no longer. */
    async change() {
      await directory.removeMember("default", "per_leaves", 2);
      await directory.saveGroup("default", { name: "ops", people: people.filter((id) => id !== "per_moves") });
      await directory.disablePerson("per_disabled", 2);
      await directory.changeRole("default", "per_viewer", "viewer");
    },
  };
}

const forOps = start({ terms: { ...terms, audience: { groups: ["ops"] } } });
const told = (channel: FakeChannel) => channel.asked.map(({ delivery }) => delivery.person).sort();

test("[NOTIFY-16] who left, was disabled or is no longer asked during quiet hours is not told when they end", async () => {
  const mail = createFakeChannel("mail");
  const quietHours = { from: "11:00", to: "13:00", timeZone: "UTC" };
  const { tell, change, clock, wake, untilIdle, store } = await openMembers(mail, { quietHours });
  await tell("conv_a", forOps, ask());
  await expect.poll(async () => (await store.notices.dueIn(["expand"])) ?? 0).toBe(hourMs);
  await change();
  clock.advance(hourMs);
  wake();
  await untilIdle();
  expect(told(mail)).toEqual(["per_stays"]);
});

test("[NOTIFY-16] who may answer no longer is not told by a retry either", async () => {
  let isDown = true;
  const mail = createFakeChannel("mail", () => ({ outcome: isDown ? "failed" : "delivered" }));
  const { tell, change, clock, wake, untilIdle } = await openMembers(mail, {});
  await tell("conv_a", forOps, ask());
  await expect.poll(() => told(mail).length).toBe(people.length);
  isDown = false;
  await change();
  clock.advance(hourMs);
  wake();
  await untilIdle();
  expect(told(mail).slice().sort()).toEqual([...people, "per_stays"].sort());
});

test("[NOTIFY-16] a digest has only what waits for its person, and who left gets none", async () => {
  const mail = createFakeChannel("mail");
  const digest = { at: ["13:00"], timeZone: "UTC" };
  const { tell, change, clock, wake, untilIdle, store } = await openMembers(mail, { digest });
  await tell("conv_a", forOps, ask("For ops?"));
  await tell("conv_b", start(), ask("For all?"));
  await tell("conv_c", start({ terms: { ...terms, audience: { people: ["per_moves"] } } }), ask("For one?"));
  await expect.poll(async () => (await store.notices.dueIn(["expand"])) ?? 0).toBe(hourMs);
  await change();
  clock.advance(hourMs);
  wake();
  await untilIdle();
  const digests = mail.asked.map(({ delivery }) => [
    delivery.person,
    "notifications" in delivery ? delivery.notifications.map(({ message }) => message).sort() : [],
  ]);
  expect(Object.fromEntries(digests)).toEqual({
    per_stays: ["For all?", "For ops?"],
    per_moves: ["For all?", "For one?"],
  });
});

test("[NOTIFY-16] what somebody who left was sent is taken away, without how it ended", async () => {
  const mail = createFakeChannel("mail");
  const { tell, change, untilIdle } = await openMembers(mail, {});
  await tell("conv_a", forOps, ask());
  await untilIdle();
  await change();
  await tell("conv_a", answer());
  await untilIdle();
  const settled = mail.asked.flatMap(({ type, delivery }) => (type === "settle" ? [delivery] : []));
  const withEnd = settled.filter(({ inquiry }) => inquiry !== undefined).map(({ person }) => person);
  expect([settled.length, withEnd.sort()]).toEqual([people.length, ["per_moves", "per_stays"]]);
});
