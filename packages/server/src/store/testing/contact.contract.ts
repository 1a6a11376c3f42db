import { describe, expect, test } from "vitest";
import { maxSubscriptions } from "../contacts.ts";
import { ask, remove, start } from "./commands.ts";
import { type CreateStore, openTestStore } from "./test-store.ts";

const ana = { project: "default", person: "ana" };
const namesake = { project: "garden", person: "ana" };
const browser = (id: string, endpoint = `https://push.example.com/${id}`) => ({ id, endpoint, p256dh: "k", auth: "a" });

/** The rules for how people are reached, and for links by which they answer. */
export function contactContract(name: string, create: CreateStore): void {
  describe(`${name}: contacts`, () => {
    test("[NOTIFY-9] a contact is that of one person in one project, and what is saved replaces it", async () => {
      const { store } = await openTestStore(create);
      expect(await store.contacts.find(ana)).toBeUndefined();
      await store.contacts.save(ana, { email: "ana@example.com", channels: { mail: "important" } });
      await store.contacts.save(ana, {
        email: "ana@example.org",
        quietHours: { from: "22:00", to: "07:00", timeZone: "UTC" },
        onCall: { days: ["mon"], from: "09:00", to: "17:00", timeZone: "UTC" },
      });
      await store.contacts.save(namesake, { slackUserId: "U1" });
      expect(await store.contacts.find(ana)).toEqual({
        ...ana,
        email: "ana@example.org",
        quietHours: { from: "22:00", to: "07:00", timeZone: "UTC" },
        onCall: { days: ["mon"], from: "09:00", to: "17:00", timeZone: "UTC" },
        subscriptions: [],
      });
      await store.contacts.addSubscription({ ...ana, person: "bob" }, browser("sub_1"));
      expect(await store.contacts.people("default")).toEqual(["ana", "bob"]);
      expect(await store.contacts.people("garden")).toEqual(["ana"]);
      const found = await store.contacts.ofPeople("default", ["bob", "nobody", "ana"]);
      expect(found.map(({ person }) => person).sort()).toEqual(["ana", "bob"]);
    });

    test("[NOTIFY-9] a browser that subscribes again replaces its subscription, and the oldest of too many goes", async () => {
      const { store, clock } = await openTestStore(create);
      const ids = async () => (await store.contacts.find(ana))?.subscriptions.map(({ id }) => id);
      await store.contacts.addSubscription(ana, browser("sub_a", "https://push.example.com/same"));
      await store.contacts.addSubscription(ana, browser("sub_b", "https://push.example.com/same"));
      expect(await store.contacts.find(ana)).toMatchObject({
        subscriptions: [{ id: "sub_b", createdAt: clock.now() }],
      });
      for (let index = 0; index < maxSubscriptions; index += 1) {
        clock.advance(1);
        await store.contacts.addSubscription(ana, browser(`sub_${index}`));
      }
      expect(await ids()).toHaveLength(maxSubscriptions);
      expect(await ids()).not.toContain("sub_b");
      await store.contacts.removeSubscription(namesake, "sub_0");
      await store.contacts.removeSubscription(ana, "sub_1");
      expect(await ids()).toContain("sub_0");
      expect(await ids()).not.toContain("sub_1");
    });

    test("[NOTIFY-9] a browser tells one person: who subscribes takes it from others, and keeps it in other projects", async () => {
      const { store } = await openTestStore(create);
      const ben = { project: "default", person: "ben" };
      const same = "https://push.example.com/same";
      for (const person of [ana, namesake]) {
        await store.contacts.addSubscription(person, browser(`sub_${person.project}`, same));
        await store.contacts.addSubscription(person, browser(`other_${person.project}`));
      }
      const ids = async (person: typeof ana) =>
        (await store.contacts.find(person))?.subscriptions.map(({ id }) => id).toSorted();
      expect(await ids(ana)).toEqual(["other_default", "sub_default"]);
      expect(await ids(namesake)).toEqual(["other_garden", "sub_garden"]);
      await store.contacts.addSubscription(ben, browser("sub_ben", same));
      expect([await ids(ana), await ids(namesake), await ids(ben)]).toEqual([
        ["other_default"],
        ["other_garden"],
        ["sub_ben"],
      ]);
    });

    test("[PUSH-4] the subscriptions of a session go with it, in all projects, or move to the next one", async () => {
      const { store } = await openTestStore(create);
      const ids = async (person: typeof ana) =>
        (await store.contacts.find(person))?.subscriptions.map(({ id }) => id).toSorted() ?? [];
      const bob = { project: "default", person: "bob" };
      for (const person of [ana, namesake, bob])
        for (const session of ["ses_1", "ses_2"])
          await store.contacts.addSubscription(person, {
            ...browser(`${session}_${person.person}_${person.project}`),
            device: 'Ana\'s "Phone"',
            session,
          });
      await store.contacts.addSubscription(ana, browser("sub_key"));
      await store.contacts.removeSubscriptionsOf("ana", "ses_1");
      expect(await ids(ana)).toEqual(["ses_2_ana_default", "sub_key"]);
      expect(await ids(namesake)).toEqual(["ses_2_ana_garden"]);
      expect(await ids(bob)).toHaveLength(2);
      await store.contacts.moveSubscriptions({ person: "ana", from: "ses_2", to: "ses_3" });
      await store.contacts.removeSubscriptionsOf("ana", "ses_2");
      expect(await ids(ana)).toEqual(["ses_2_ana_default", "sub_key"]);
      expect((await store.contacts.find(namesake))?.subscriptions).toMatchObject([
        { device: 'Ana\'s "Phone"', session: "ses_3" },
      ]);
      await store.contacts.removeSubscriptionsOf("ana", "ses_3");
      expect([await ids(ana), await ids(namesake)]).toEqual([["sub_key"], []]);
      await store.contacts.removeSubscriptionsOf("bob");
      expect([await ids(ana), await ids(bob)]).toEqual([["sub_key"], []]);
    });

    test("[LINK-1] an answer link is found by its hash, used once, and goes with its inquiry or long after its end", async () => {
      const { store, performAll, clock } = await openTestStore(create);
      await performAll("conv_a", start(), ask());
      await performAll("conv_b", start(), ask());
      const [a, b] = (await store.inquiries({ limit: 2 })).items;
      const link = { hash: "h1", inquiryId: a?.id ?? "", ...ana, lifetimeMs: 1_000 };
      await store.answerLinks.create(link);
      await store.answerLinks.create({ ...link, hash: "h2", inquiryId: b?.id ?? "" });
      await store.answerLinks.create({ ...link, hash: "h3", inquiryId: "inq_none" });
      const { lifetimeMs: _, ...stored } = link;
      expect(await store.answerLinks.find("h1")).toEqual({ ...stored, expiresAt: clock.now() + 1_000 });
      expect(await store.answerLinks.find("h3")).toBeUndefined();
      const uses = await Promise.all([store.answerLinks.use("h1"), store.answerLinks.use("h1")]);
      expect(uses.filter((used) => used)).toHaveLength(1);
      expect(await store.answerLinks.find("h1")).toMatchObject({ usedAt: clock.now() });
      await performAll("conv_a", remove);
      expect(await store.answerLinks.find("h1")).toBeUndefined();
      clock.advance(2_001);
      await store.answerLinks.deleteExpired(2_000);
      expect(await store.answerLinks.find("h2")).toBeDefined();
      clock.advance(1_000);
      await store.answerLinks.deleteExpired(2_000);
      expect(await store.answerLinks.find("h2")).toBeUndefined();
    });
  });
}
