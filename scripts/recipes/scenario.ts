import { setTimeout as delay } from "node:timers/promises";
import { type Client, createClient } from "@askback/client";
import { openWorkplace } from "../../clients/workplace.ts";
import { freePort } from "../../test/harness/postgres/postgres-cluster.ts";
import { checkTypes, exampleFolder } from "../example-folder.ts";
import { type Gate, startGate } from "./gate.ts";
import { resend, unwrap } from "./notices.ts";
import { type Observation, times } from "./observation.ts";
import type { Host, Recipe } from "./recipe.ts";

/** Kills a host before it has recorded its ask, and again while it waits; then a person answers while nothing of it runs. */
export async function observe(recipe: Recipe): Promise<Observation> {
  const workplace = await openWorkplace({ sendsHere: true });
  const { ASKBACK_URL: url = "", ASKBACK_KEY: key = "" } = workplace.env;
  const asker = createClient({ url, key });
  const gate = await startGate(url);
  const webhook = `http://127.0.0.1:${await freePort()}/`;
  const [secret = ""] = unwrap(await asker.webhooks.secrets()).secrets;
  const folder = exampleFolder("recipes", recipe.packages, recipe.overrides);
  checkTypes(folder, recipe.files);
  const env = { ASKBACK_URL: gate.url, ASKBACK_KEY: key, WEBHOOK_URL: webhook, WEBHOOK_SECRET: secret };
  const host = await recipe.open({ folder, env });

  const isGivenUp = host.untilGivenUp !== undefined && (await giveUp(host, gate, asker));
  const before = gate.asks;
  const isAsked = gate.nextAsk();
  const isLost = gate.loseResponse(isGivenUp ? "break" : "wait");
  await host.start("4.2");
  await isLost;
  if (!isGivenUp) {
    await host.kill();
    await host.start("4.2");
  }
  await isAsked;
  const hasAskedAgain = gate.asks - before === 2;
  const open = unwrap(await asker.inquiries.list({ status: "open" })).items;
  const forged = await statusOfForged(webhook);

  await host.untilWaiting?.();
  await host.kill();
  await workplace.person(1);
  await host.start("4.2");
  await host.output.untilLine(/^deployed 4\.2$/);
  const afterAnswer = deployments(host, "4.2");

  const repeats = [await resend(asker, open[0]?.id ?? ""), await resend(asker, open[0]?.id ?? "")];
  await host.untilOver("4.2");
  // Whatever the repeats started has happened when a later run is over.
  await host.kill();
  await host.start("4.3");
  await workplace.untilOpen(1);
  await host.untilWaiting?.();
  await workplace.person(1);
  await host.output.untilLine(/^deployed 4\.3$/);
  const afterRepeats = deployments(host, "4.2");
  await host.kill();
  gate.close();
  await workplace.stopServer();

  const isAskedOnce = hasAskedAgain && open.length === 1;
  const areReceived = repeats.every((status) => status < 300);
  const asked = isAskedOnce ? "asks again, one question" : `**${open.length} questions**`;
  return {
    isAsPromised: isAskedOnce && afterAnswer === 1 && areReceived && afterRepeats === 1 && forged === 400,
    cells: {
      unrecorded: isGivenUp ? `the run is **given up**; after a lost response it ${asked}` : asked,
      waiting: times(afterAnswer),
      repeated: areReceived ? times(afterRepeats) : "**fails**",
      forged: forged === 400 ? "refused" : "**accepted**",
    },
  };
}

/** Kills a host in its ask, and waits until it has given up the run; nobody needs its question any more. */
async function giveUp(host: Host, gate: Gate, asker: Client): Promise<true> {
  const isLost = gate.loseResponse("wait");
  await host.start("4.1");
  await isLost;
  await host.kill();
  await host.start("4.1");
  await host.untilGivenUp?.();
  for (const { id } of unwrap(await asker.inquiries.list({ status: "open" })).items)
    unwrap(await asker.inquiries.withdraw(id));
  await host.kill();
  return true;
}

function deployments({ output }: Host, version: string): number {
  return output.lines.filter((line) => line === `deployed ${version}`).length;
}

/** The receiver's response to a message without a signature, as soon as it listens. */
async function statusOfForged(webhook: string): Promise<number> {
  for (;;) {
    const response = await fetch(webhook, { method: "POST", body: "{}" }).catch(() => undefined);
    if (response) return response.status;
    await delay(100);
  }
}
