import { expect, test } from "vitest";
import { createFakeChannel } from "../../notify/testing/fake-channel.ts";
import { openNotifier } from "../../notify/testing/open-notifier.ts";
import { ask, start } from "../testing/commands.ts";
import { createManualClock } from "../testing/manual-clock.ts";
import { createMemoryStore } from "../testing/memory-store.ts";
import { createAnswering } from "./answering-groups.ts";

const keyOf = (name: string) =>
  ({
    id: `id_${name}`,
    name,
    project: "default",
    scopes: ["answer"],
    hash: name,
    createdBy: "owner",
    createdAt: 1,
  }) as const;

test("[NOTIFY-16] a key that was revoked, has expired or has left the config is told nothing any more", async () => {
  const mail = createFakeChannel("mail");
  const { store, clock, tell, untilIdle } = openNotifier(mail);
  const { credentials, contacts } = store;
  await credentials.createKey(keyOf("key_stays"));
  await credentials.createKey(keyOf("key_revoked"));
  await credentials.createKey({ ...keyOf("key_expires"), expiresAt: clock.now() + 1_000 });
  const names = ["configured", "key_stays", "key_revoked", "key_expires", "key_unconfigured"];
  for (const person of names) await contacts.save({ project: "default", person }, { email: `${person}@example.com` });
  const told = (from = 0) =>
    mail.asked
      .slice(from)
      .map(({ delivery }) => delivery.person)
      .sort();
  await tell("conv_a", start(), ask());
  await untilIdle();
  expect(told()).toEqual(["configured", "key_expires", "key_revoked", "key_stays"]);
  const before = mail.asked.length;
  await credentials.revokeKey("default", "id_key_revoked", clock.now());
  clock.advance(1_000);
  await tell("conv_b", start(), ask());
  await untilIdle();
  expect(told(before)).toEqual(["configured", "key_stays"]);
});

test("[NOTIFY-16] people may answer by their membership, and names that the directory lacks by a key of the project", async () => {
  const store = createMemoryStore({ clock: createManualClock() });
  const configured = (name: string, project: string) => name === "ci" && project === "default";
  const { groupsOf, membersOf } = createAnswering({ store, isConfigured: configured });
  await store.credentials.createKey(keyOf("bot"));
  await store.directory.addMember(
    { id: "per_a", name: "Ana" },
    { project: "default", role: "member", groups: ["ops"], at: 1 },
  );
  const names = ["owner", "per_a", "ci", "bot", "nobody"];
  const groups = async (project: string) => Promise.all(names.map((name) => groupsOf(project, name)));
  expect(await groups("default")).toEqual([[], ["ops"], [], [], undefined]);
  expect(await groups("garden")).toEqual([undefined, undefined, undefined, undefined, undefined]);
  expect((await membersOf("default", names)).map(({ by }) => by)).toEqual(["owner", "per_a", "ci", "bot"]);
  expect(await membersOf("garden", names)).toEqual([]);
});
