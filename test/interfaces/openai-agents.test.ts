import { randomBytes } from "node:crypto";
import { createVault } from "@askback/adapters/openai-agents";
import { createClient } from "@askback/client";
import { createClock } from "@askback/testing";
import { run, user } from "@openai/agents";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Lab, startLab } from "../../scripts/adapters/lab.ts";
import { deployer } from "../../scripts/adapters/openai-agents.ts";

let lab: Lab;
beforeAll(async () => {
  lab = await startLab();
});
afterAll(() => lab.stop());

test("[ADAPT-7] a run that waits is resumed after the server was away for an hour", async () => {
  const calls: string[] = [];
  const agent = deployer(calls);
  const thread = "vault-outage";
  const ticket = await createVault({ client: lab.agent(), thread }).park(await run(agent, "Deploy it"));
  const [asked] = await lab.asked(thread, 1);
  if (asked) await lab.pick(asked, "Allow once");

  const clock = createClock();
  const outage = clock.now() + 3_600_000;
  let tries = 0;
  const client = createClient({
    ...lab.asker(),
    // What limits a request takes real time; a pause takes that of the clock.
    wait: (ms, signal) => (ms < 30_000 ? clock.wait(ms, signal) : new Promise(() => {})),
    async fetch(input, init) {
      if (clock.now() >= outage) return fetch(input, init);
      tries += 1;
      throw new TypeError("fetch failed");
    },
  });
  const resumed = createVault({ client, thread }).resume(agent, ticket ?? "");
  const ended = resumed.then(
    (result) => result?.finalOutput,
    ({ message }: Error) => message,
  );
  let isWaiting = true;
  void ended.then(() => {
    isWaiting = false;
  });
  while (isWaiting) {
    await clock.turn(10_000);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(await ended).toBe("Done.");
  expect(calls).toEqual(["1.0"]);
  expect(tries).toBeGreaterThan(4);
});

test("[ADAPT-7] a vault resumes only the tickets of its own thread, and leaves others to theirs", async () => {
  const calls: string[] = [];
  const agent = deployer(calls);
  const thread = "vault-own";
  const own = createVault({ client: lab.agent(), thread });
  const ticket = (await own.park(await run(agent, "Deploy it"))) ?? "";
  const [asked] = await lab.asked(thread, 1);
  if (asked) await lab.pick(asked, "Allow once");
  const other = createVault({ client: lab.agent(), thread: "vault-other" });
  await expect(other.resume(agent, ticket)).rejects.toThrow("this ticket is of a run in another thread");
  expect(calls).toEqual([]);
  expect((await own.resume(agent, ticket))?.finalOutput).toBe("Done.");
  expect(calls).toEqual(["1.0"]);
});

/** Text that hardly gets shorter when it is compressed. */
const noise = (bytes: number) => randomBytes(bytes * 0.75).toString("base64");

test("[ADAPT-7] the state of a long run is kept with its question", async () => {
  const calls: string[] = [];
  const agent = deployer(calls);
  const vault = createVault({ client: lab.agent(), thread: "vault-long" });
  const ticket = await vault.park(await run(agent, [user(noise(600_000)), user("Deploy it")]));
  const [asked] = await lab.asked("vault-long", 1);
  if (asked) await lab.pick(asked, "Allow once");
  expect((await vault.resume(agent, ticket ?? ""))?.finalOutput).toBe("Done.");
  expect(calls).toEqual(["1.0"]);
});

test("[ADAPT-7] where the state of a run is too long, nobody is asked", async () => {
  const agent = deployer([], ["1.0", "2.0"]);
  const opened: unknown[] = [];
  const client = lab.agent();
  const inquiries = {
    ...client.inquiries,
    ask: (...asked: Parameters<typeof client.inquiries.ask>) => {
      opened.push(asked);
      return client.inquiries.ask(...asked);
    },
  };
  const vault = createVault({ client: { ...client, inquiries }, thread: "vault-too-long" });
  const parked = vault.park(await run(agent, [user(noise(1_600_000)), user("Deploy both")]));
  await expect(parked).rejects.toThrow(/1048576 can be kept with a question, so nobody was asked/);
  expect(opened).toEqual([]);
});
