import { expect, test } from "vitest";
import { answer, ask, type CommandBuilder, start } from "../../store/testing/commands.ts";
import { createFakeChannel } from "../testing/fake-channel.ts";
import { openNotifier } from "../testing/open-notifier.ts";

const hourMs = 3_600_000;
const holdMs = 60_000;
const retract: CommandBuilder = ({ conversation, at }) => ({
  type: "retract",
  inquiryId: conversation?.status === "parked" ? conversation.inquiry.id : "",
  by: "ana",
  at,
});

/** A question that Bob is told of after his quiet hours, and whose answer is held when they end. */
async function openHeld() {
  const mail = createFakeChannel("mail");
  const opened = openNotifier(mail);
  const { store, tell, clock, wake } = opened;
  const quietHours = { from: "11:00", to: "13:00", timeZone: "UTC" };
  await store.contacts.save({ project: "default", person: "bob" }, { email: "bob@example.com", quietHours });
  await tell("conv_a", start(), ask());
  await expect.poll(async () => (await store.notices.dueIn(["expand"])) ?? 0).toBe(hourMs);
  clock.advance(hourMs - 1_000);
  await tell("conv_a", answer({ holdMs }));
  clock.advance(1_000);
  wake();
  await expect.poll(() => store.notices.dueIn([])).toBe(holdMs - 1_000);
  expect(mail.asked).toEqual([]);
  return { ...opened, mail };
}

test("[NOTIFY-8] what was due while an answer was held is sent when that was taken back", async () => {
  const { mail, clock, tell, untilAsked, wake } = await openHeld();
  await tell("conv_a", retract);
  clock.advance(holdMs - 1_000);
  wake();
  await untilAsked(mail, "send");
});

test("[NOTIFY-8] what was due while an answer was held is neither sent nor settled when that counts", async () => {
  const { mail, clock, tell, untilIdle } = await openHeld();
  clock.advance(holdMs - 1_000);
  await tell("conv_a", ({ at }) => ({ type: "wake", at }));
  await untilIdle();
  expect(mail.asked).toEqual([]);
});

test("[NOTIFY-8] a question that is answered with a hold before anybody was told is told when that is taken back", async () => {
  const mail = createFakeChannel("mail");
  const { store, tell, clock, untilAsked, wake } = openNotifier(mail);
  await store.contacts.save({ project: "default", person: "bob" }, { email: "bob@example.com" });
  await tell("conv_a", start(), ask(), answer({ holdMs }));
  await expect.poll(() => store.notices.dueIn([])).toBe(holdMs);
  await tell("conv_a", retract);
  clock.advance(holdMs);
  wake();
  await untilAsked(mail, "send");
});
