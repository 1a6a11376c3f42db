import { expect, onTestFinished, test } from "vitest";
import { askAll, people, questions, subscribeAll, told } from "../harness/notify/fan-out.ts";
import { startSmtpReceiver } from "../harness/notify/smtp-receiver.ts";
import { startServers } from "../harness/server/server-group.ts";

test("[NOTIFY-12] three servers tell everybody once, and one that stays forgets nobody when the others are killed", async () => {
  const smtp = await startSmtpReceiver();
  onTestFinished(() => smtp.close());
  const env = { ASKBACK_TEST_MAIL: smtp.url, ASKBACK_TEST_PEOPLE: String(people) };
  const [first, second, third] = await startServers(3, { env });
  if (!first || !second || !third) throw new Error("three servers");
  await subscribeAll(first);
  await askAll(second);
  await smtp.until((received) => told(received).pairs === people * questions);
  // Nobody was killed so far.
  expect(smtp.received).toHaveLength(people * questions);
  await askAll(third, 2);
  await smtp.until(({ length }) => length > people * questions);
  await Promise.all([first.kill(), second.kill()]);
  await smtp.until((received) => told(received).pairs === 2 * people * questions);
  await third.stop();
  // What was sent again has the id of the first time, so that there is one for each person and question.
  expect(told(smtp.received)).toEqual({ pairs: 2 * people * questions, ids: 2 * people * questions });
});
