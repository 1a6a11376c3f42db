import { describe, expect, test } from "vitest";
import { type CreateStore, openTestStore } from "./test-store.ts";

const at = 1_000;
const ana = { id: "per_ana", name: "Ana" };
const bob = { id: "per_bob", name: "Bob" };
const asMember = { project: "default", role: "member", groups: [] as readonly string[], at } as const;

/** The rules for groups that are renamed. */
export function groupContract(name: string, create: CreateStore): void {
  describe(`${name}: renamed groups`, () => {
    test("[PEOPLE-28] a renamed group keeps its people, and its former names mean it until another group has them", async () => {
      const { store } = await openTestStore(create);
      const { directory } = store;
      let count = 0;
      store.onAccessChanged(() => (count += 1));
      const changes = () => count;
      const groupsOf = async (person: string) => {
        const [membership] = (await directory.access(person))?.memberships ?? [];
        return [membership?.groups, membership?.formerGroups];
      };
      await directory.addMember(ana, { ...asMember, groups: ["deploy", "finance"] });
      const before = changes();
      expect(await directory.renameGroup("default", "deploy", "release")).toBe("done");
      expect(changes()).toBe(before + 1);
      // Whoever does not know that it was done asks again.
      expect(await directory.renameGroup("default", "deploy", "release")).toBe("done");
      expect(await groupsOf("per_ana")).toEqual([["finance", "release"], ["deploy"]]);
      expect(await directory.renameGroup("default", "deploy", "ops")).toBe("unknown");
      expect(await directory.renameGroup("default", "finance", "release")).toBe("taken");
      expect(await directory.renameGroup("garden", "release", "ops")).toBe("unknown");
      expect(await directory.renameGroup("default", "release", "ops")).toBe("done");
      expect(await groupsOf("per_ana")).toEqual([
        ["finance", "ops"],
        ["deploy", "release"],
      ]);
      // An invitation or a backend that names the group as it was called brings people into it.
      await directory.addMember(bob, { ...asMember, groups: ["deploy"] });
      expect(await directory.groups("default")).toEqual([
        { name: "finance", people: ["per_ana"], formerNames: [] },
        { name: "ops", people: ["per_ana", "per_bob"], formerNames: ["deploy", "release"] },
      ]);
      expect(await directory.renameGroup("default", "ops", "deploy")).toBe("done");
      expect(await groupsOf("per_bob")).toEqual([["deploy"], ["ops", "release"]]);
      await directory.saveGroup("default", { name: "ops", people: ["owner"] });
      expect(await groupsOf("per_bob")).toEqual([["deploy"], ["release"]]);
      expect(await directory.renameGroup("default", "ops", "deploy")).toBe("taken");
      expect(await groupsOf("owner")).toEqual([["ops"], []]);
      await directory.deleteGroup("default", "deploy");
      expect(await groupsOf("per_bob")).toEqual([[], []]);
      await directory.addMember({ id: "per_bob" }, { ...asMember, groups: ["release"] });
      expect((await directory.groups("default")).map(({ name }) => name)).toEqual(["finance", "ops", "release"]);
    });
  });
}
