import { expect, test } from "vitest";
import { createAnswering } from "../../store/people/answering-groups.ts";
import { createCommandRunner } from "../../store/testing/command-runner.ts";
import { ask, start, terms } from "../../store/testing/commands.ts";
import { createManualClock } from "../../store/testing/manual-clock.ts";
import { createMemoryStore } from "../../store/testing/memory-store.ts";
import { createRecipientsOf, peopleAtOnce } from "./recipients.ts";

test("[NOTIFY-18] of 10,000 people some are read at a time, and everybody for whom it waits is found once", async () => {
  const clock = createManualClock();
  const store = createMemoryStore({ clock });
  const count = 10_000;
  const nameOf = (index: number) => `per_${String(index).padStart(5, "0")}`;
  for (let index = 0; index < count; index += 1) {
    const id = nameOf(index);
    const groups = index % 2 === 0 ? ["ops"] : [];
    await store.directory.addMember({ id, name: id }, { project: "default", role: "member", groups, at: 1 });
    await store.contacts.save({ project: "default", person: id }, { email: `${id}@example.com` });
  }
  const { performAll } = createCommandRunner(store, clock);
  await performAll("conv_a", start({ terms: { ...terms, audience: { groups: ["ops"] } } }), ask());
  const [notification] = (await store.notifications.list({ project: "default", person: "ana", limit: 1 })).items;
  if (!notification) throw new Error("nothing was asked");

  const sizes: number[] = [];
  const { directory } = store;
  const counted = {
    access: () => Promise.reject(new Error("one by one")),
    accessOf(people: readonly string[]) {
      sizes.push(people.length);
      return directory.accessOf(people);
    },
  };
  const answering = createAnswering({ store: { ...store, directory: counted }, isConfigured: () => false });
  const recipientsOf = createRecipientsOf(store, answering);
  const told: string[] = [];
  for await (const some of recipientsOf(notification)) told.push(...some.map(({ person }) => person));
  expect(told.sort()).toEqual(Array.from({ length: count / 2 }, (_, index) => nameOf(2 * index)));
  expect(sizes).toEqual(Array.from({ length: count / peopleAtOnce }, () => peopleAtOnce));
});

test("[NOTIFY-20] for what no channel tells, nobody is read", async () => {
  const clock = createManualClock();
  const store = createMemoryStore({ clock });
  await store.contacts.save({ project: "default", person: "ana" }, { email: "ana@example.com" });
  const { performAll } = createCommandRunner(store, clock);
  await performAll("conv_a", start({ terms: { ...terms, channels: [] } }), ask());
  const [notification] = (await store.notifications.list({ project: "default", person: "ana", limit: 1 })).items;
  if (!notification) throw new Error("nothing was asked");

  let reads = 0;
  const people = (project: string) => {
    reads += 1;
    return store.contacts.people(project);
  };
  const recipientsOf = createRecipientsOf(
    { ...store, contacts: { ...store.contacts, people } },
    createAnswering({ store, isConfigured: () => true }),
  );
  const recipientsFor = async (reasons?: Parameters<typeof recipientsOf>[1]) => {
    const told: string[] = [];
    for await (const some of recipientsOf(notification, reasons)) told.push(...some.map(({ person }) => person));
    return told;
  };
  expect(await recipientsFor()).toEqual([]);
  expect(await recipientsFor([{ cause: "reminded", channels: [] }])).toEqual([]);
  expect(reads).toBe(0);
  expect(await recipientsFor([{ cause: "reminded", channels: [] }, { cause: "escalated" }])).toEqual(["ana"]);
});
