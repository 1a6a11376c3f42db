import { expect, test } from "vitest";
import { createAnswering } from "../../store/people/answering-groups.ts";
import { createCommandRunner } from "../../store/testing/command-runner.ts";
import { ask, start, terms } from "../../store/testing/commands.ts";
import { createManualClock } from "../../store/testing/manual-clock.ts";
import { createMemoryStore } from "../../store/testing/memory-store.ts";
import { findAsked } from "./find-asked.ts";

const ana = { project: "default", person: "per_ana" };
const member = { project: "default", role: "member", groups: ["ops"], at: 1 } as const;

/** A question for the group `ops` that was sent to Ana in Slack. */
async function openSent() {
  const clock = createManualClock();
  const store = createMemoryStore({ clock });
  await store.directory.addMember({ id: ana.person, name: "Ana" }, member);
  await store.contacts.save(ana, { slackUserId: "U0ANA" });
  const { performAll } = createCommandRunner(store, clock);
  await performAll("conv_a", start({ terms: { ...terms, audience: { groups: ["ops"] } } }), ask());
  const [notification] = (await store.notifications.list({ ...ana, groups: ["ops"], limit: 1 })).items;
  if (!notification) throw new Error("nothing was asked");
  await store.notices.add([
    {
      id: "ntc_1",
      version: 1,
      channel: "slack",
      endpoint: "slack",
      recipient: ana.person,
      project: ana.project,
      url: "U0ANA",
      type: "notification.raised",
      at: 1,
      inquiryId: notification.relatedResourceId,
      notificationId: notification.id,
    },
  ]);
  const slack = {
    channel: { name: "slack", addressesOf: () => [{ address: "U0ANA", lane: "slack" }] },
    users: {
      teamId: async () => ({ ok: true, id: "T0" }) as const,
      idOf: async () => ({ ok: true, id: "U0ANA" }) as const,
    },
  };
  const answering = createAnswering({ store, isConfigured: () => false });
  const press = {
    type: "block_actions",
    user: { id: "U0ANA" },
    team: { id: "T0" },
    actions: [{ action_id: "dialog" }],
  };
  return {
    directory: store.directory,
    find: async () =>
      (await findAsked({ store, answering, slack }, press as never, "ntc_1", AbortSignal.timeout(9_000))).type,
  };
}

test("[SLACK-5] who left, is disabled or is no longer asked finds nothing by an old message", async () => {
  const { directory, find } = await openSent();
  expect(await find()).toBe("asked");
  await directory.saveGroup("default", { name: "ops", people: [] });
  expect(await find()).toBe("not-theirs");
  await directory.saveGroup("default", { name: "ops", people: [ana.person] });
  expect(await find()).toBe("asked");
  await directory.disablePerson(ana.person, 2);
  expect(await find()).toBe("not-theirs");
  await directory.enablePerson(ana.person);
  await directory.changeRole("default", ana.person, "viewer");
  expect(await find()).toBe("not-theirs");
  await directory.changeRole("default", ana.person, "member");
  expect(await find()).toBe("asked");
  await directory.removeMember("default", ana.person, 2);
  expect(await find()).toBe("not-theirs");
});
