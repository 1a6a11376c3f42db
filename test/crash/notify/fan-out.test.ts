import { expect, onTestFinished, test } from "vitest";
import { askAll, people, questions, subscribeAll, told } from "../../harness/notify/fan-out.ts";
import { startSmtpReceiver } from "../../harness/notify/smtp-receiver.ts";
import { startTestServer } from "../../harness/server/test-server.ts";

test("[NOTIFY-12] a server that is killed while it tells people forgets nobody, and repeats a mail only under its id", async () => {
  const smtp = await startSmtpReceiver();
  onTestFinished(() => smtp.close());
  const env = { ASKBACK_TEST_MAIL: smtp.url, ASKBACK_TEST_PEOPLE: String(people) };
  let { server } = await startTestServer({ env });
  await subscribeAll(server);
  await askAll(server);
  for (const part of [0, 0.1, 0.3, 0.6, 0.9]) {
    await smtp.until(({ length }) => length >= Math.floor(people * questions * part));
    await server.kill();
    ({ server } = await startTestServer({ env, dataDir: server.dataDir }));
  }
  await smtp.until((received) => told(received).pairs === people * questions);
  await server.stop();
  expect(told(smtp.received)).toEqual({ pairs: people * questions, ids: people * questions });
});
