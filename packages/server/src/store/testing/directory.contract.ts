import { describe, expect, test } from "vitest";
import type { Directory } from "../people/directory.ts";
import { type CreateStore, openTestStore } from "./test-store.ts";

const at = 1_000;
const ana = { id: "per_ana", name: "Ana", email: "ana@example.org" };
const bob = { id: "per_bob", name: "Bob", avatar: { symbol: "B", hue: 120 } };
const asMember = { project: "default", role: "member", groups: [] as readonly string[], at } as const;

/** The rules for people, projects, members, groups and invitations. */
export function directoryContract(name: string, create: CreateStore): void {
  async function open(): Promise<{ readonly directory: Directory; readonly changes: () => number }> {
    const { store } = await openTestStore(create);
    let changes = 0;
    store.onAccessChanged(() => (changes += 1));
    return { directory: store.directory, changes: () => changes };
  }
  const rolesOf = async (directory: Directory, project = "default") =>
    (await directory.members(project)).map(({ person, role }) => [person.id, role]);

  describe(`${name}: people`, () => {
    test("[PEOPLE-1] the person `owner` owns the project `default` from the start", async () => {
      const { directory } = await open();
      expect(await directory.access("owner")).toEqual({
        person: { id: "owner", name: "Owner", createdAt: 0 },
        memberships: [{ project: "default", projectName: "Default", role: "owner", groups: [], formerGroups: [] }],
      });
      expect(await directory.access("per_none")).toBeUndefined();
      expect(await directory.accessOf(["owner", "per_none"])).toEqual(
        new Map([["owner", await directory.access("owner")]]),
      );
      expect(await rolesOf(directory)).toEqual([["owner", "owner"]]);
    });

    test("[PEOPLE-2] somebody is added, gets another role and leaves; their name stays", async () => {
      const { directory, changes } = await open();
      await directory.addMember(ana, asMember);
      await directory.addMember({ id: "per_ana" }, { ...asMember, project: "garden" });
      expect(await directory.access("per_ana")).toEqual({
        person: { ...ana, createdAt: at },
        memberships: [
          { project: "default", projectName: "Default", role: "member", groups: [], formerGroups: [] },
          { project: "garden", projectName: "garden", role: "member", groups: [], formerGroups: [] },
        ],
      });
      expect(await directory.changeRole("default", "per_ana", "viewer")).toBe("done");
      expect(await rolesOf(directory)).toEqual([
        ["owner", "owner"],
        ["per_ana", "viewer"],
      ]);
      const before = changes();
      expect(await directory.removeMember("default", "per_ana", at)).toBe("done");
      expect(changes()).toBe(before + 1);
      expect(await directory.removeMember("default", "per_ana", at)).toBe("unknown");
      expect(await directory.changeRole("default", "per_ana", "owner")).toBe("unknown");
      expect((await directory.access("per_ana"))?.memberships).toMatchObject([{ project: "garden" }]);
      expect(await directory.people("default", ["per_ana", "per_none", "owner"])).toMatchObject([
        { id: "owner" },
        { id: "per_ana", name: "Ana" },
      ]);
      expect(await directory.people("elsewhere", ["per_ana"])).toEqual([]);
      expect(await directory.people("default", [])).toEqual([]);
      await directory.addMember({ id: "per_ana" }, asMember);
      expect(await rolesOf(directory)).toContainEqual(["per_ana", "member"]);
    });

    test("[SESSION-7] people are found by their address in any case, unless they have left or are disabled", async () => {
      const { directory } = await open();
      const idsOf = async (address: string) => (await directory.withEmail(address)).map(({ id }) => id);
      await directory.addMember(ana, asMember);
      await directory.addMember({ ...ana, id: "per_ana_too", email: "Ana@Example.org" }, asMember);
      await directory.addMember(bob, asMember);
      expect(await idsOf("ANA@example.org")).toEqual(["per_ana", "per_ana_too"]);
      expect(await idsOf("ana@example.com")).toEqual([]);
      expect(await idsOf("%")).toEqual([]);
      await directory.disablePerson("per_ana", at);
      await directory.removeMember("default", "per_ana_too", at);
      expect(await idsOf("ana@example.org")).toEqual([]);
      await directory.enablePerson("per_ana");
      expect(await idsOf("ana@example.org")).toEqual(["per_ana"]);
    });

    test("[PEOPLE-2] a project keeps an owner, also where two remove each other", async () => {
      const { directory } = await open();
      expect(await directory.changeRole("default", "owner", "member")).toBe("last-owner");
      expect(await directory.removeMember("default", "owner", at)).toBe("last-owner");
      expect(await directory.changeRole("default", "owner", "owner")).toBe("done");
      await directory.addMember(ana, { ...asMember, role: "owner" });
      const results = await Promise.all([
        directory.removeMember("default", "owner", at),
        directory.removeMember("default", "per_ana", at),
      ]);
      expect([...results].sort()).toEqual(["done", "last-owner"]);
      expect(await directory.members("default")).toHaveLength(1);
    });

    test("[PEOPLE-2] an owner who is disabled is none that a project keeps, and the last one is not disabled", async () => {
      const { directory } = await open();
      const asOwner = { ...asMember, role: "owner" } as const;
      await directory.addMember(ana, asOwner);
      await directory.addMember({ id: "per_ana" }, { ...asOwner, project: "garden" });
      expect(await directory.disablePerson("per_ana", at)).toBe("last-owner");
      expect((await directory.access("per_ana"))?.person.disabledAt).toBeUndefined();
      await directory.addMember(bob, { ...asOwner, project: "garden" });
      expect(await directory.disablePerson("per_ana", at)).toBe("done");
      expect(await directory.changeRole("default", "owner", "member")).toBe("last-owner");
      expect(await directory.removeMember("default", "owner", at)).toBe("last-owner");
      expect(await directory.disablePerson("owner", at)).toBe("last-owner");
      expect(await directory.removeMember("garden", "per_bob", at)).toBe("last-owner");
      expect(await directory.removeMember("default", "per_ana", at)).toBe("done");
    });

    test("[PEOPLE-2] of two owners who disable each other one stays", async () => {
      const { directory } = await open();
      for (const person of [ana, bob]) await directory.addMember(person, { ...asMember, role: "owner" });
      await directory.removeMember("default", "owner", at);
      const results = await Promise.all([
        directory.disablePerson("per_ana", at),
        directory.disablePerson("per_bob", at),
      ]);
      expect([...results].sort()).toEqual(["done", "last-owner"]);
    });

    test("[PEOPLE-2] a person has a name and an avatar, and can be disabled and enabled again", async () => {
      const { directory } = await open();
      await directory.addMember(bob, asMember);
      await directory.updatePerson("per_bob", { name: "Robert" });
      expect((await directory.access("per_bob"))?.person).toEqual({ ...bob, name: "Robert", createdAt: at });
      await directory.updatePerson("per_bob", { avatar: null });
      expect((await directory.access("per_bob"))?.person.avatar).toBeUndefined();
      expect(await directory.disablePerson("per_bob", 5_000)).toBe("done");
      expect((await directory.access("per_bob"))?.person.disabledAt).toBe(5_000);
      await directory.enablePerson("per_bob");
      expect((await directory.access("per_bob"))?.person.disabledAt).toBeUndefined();
      expect(await directory.disablePerson("per_none", 1)).toBe("unknown");
    });

    test("[PEOPLE-2] a project is created once", async () => {
      const { directory } = await open();
      const garden = { id: "garden", name: "The garden", at };
      expect([await directory.createProject(garden), await directory.createProject(garden)]).toEqual([true, false]);
      expect(await directory.projectName("garden")).toBe("The garden");
      expect(await directory.projectName("none")).toBeUndefined();
    });

    test("[PEOPLE-3] a group holds members of its project, and who leaves the project leaves it", async () => {
      const { directory } = await open();
      await directory.addMember(ana, { ...asMember, groups: ["finance"] });
      await directory.addMember(bob, { ...asMember, project: "garden" });
      await directory.saveGroup("default", { name: "deploy", people: ["owner", "per_ana", "per_bob", "per_none"] });
      const formerNames: string[] = [];
      const finance = { name: "finance", people: ["per_ana"], formerNames };
      expect(await directory.groups("default")).toEqual([
        { name: "deploy", people: ["owner", "per_ana"], formerNames },
        finance,
      ]);
      expect((await directory.access("per_ana"))?.memberships[0]?.groups).toEqual(["deploy", "finance"]);
      expect(await directory.members("default")).toMatchObject([
        { groups: ["deploy"] },
        { groups: ["deploy", "finance"] },
      ]);
      await directory.saveGroup("default", { name: "deploy", people: ["per_ana"] });
      expect((await directory.groups("default"))[0]).toEqual({ name: "deploy", people: ["per_ana"], formerNames });
      await directory.removeMember("default", "per_ana", at);
      expect(await directory.groups("default")).toEqual([
        { name: "deploy", people: [], formerNames },
        { name: "finance", people: [], formerNames },
      ]);
      expect(await directory.groups("garden")).toEqual([]);
      expect(await directory.deleteGroup("default", "deploy")).toBe(true);
      expect(await directory.deleteGroup("default", "deploy")).toBe(false);
      expect(await directory.groups("default")).toHaveLength(1);
    });

    const invitation = { ...asMember, id: "inv_1", hash: "h1", invitedBy: "owner", expiresAt: 2_000 };
    test("[PEOPLE-4] of all who accept an invitation one becomes a member", async () => {
      const { directory } = await open();
      await directory.invite({ ...invitation, groups: ["deploy"], email: "ana@example.org" });
      const { hash, ...shown } = { ...invitation, groups: ["deploy"], email: "ana@example.org" };
      expect(await directory.invitations("default", 1_999)).toEqual([shown]);
      expect(await directory.invitation(hash, 1_999)).toEqual(shown);
      const results = await Promise.all([ana, bob].map((one) => directory.acceptInvitation(hash, one, 1_999)));
      expect([...results].sort()).toEqual([false, true]);
      const [winner] = [ana, bob].filter((_, index) => results[index]);
      expect(await rolesOf(directory)).toEqual([
        ["owner", "owner"],
        [winner?.id, "member"],
      ]);
      expect(await directory.groups("default")).toEqual([{ name: "deploy", people: [winner?.id], formerNames: [] }]);
      expect(await directory.access(winner === ana ? "per_bob" : "per_ana")).toBeUndefined();
      expect(await directory.invitations("default", 1_999)).toEqual([]);
      expect(await directory.acceptInvitation(hash, { id: "owner" }, 1_999)).toBe(false);
    });

    test("[PEOPLE-4] an invitation that expired or was revoked makes nobody a member", async () => {
      const { directory } = await open();
      await directory.invite(invitation);
      await directory.invite({ ...invitation, id: "inv_2", hash: "h2" });
      expect(await directory.revokeInvitation("garden", "inv_2")).toBe(false);
      expect(await directory.revokeInvitation("default", "inv_2")).toBe(true);
      expect(await directory.revokeInvitation("default", "inv_2")).toBe(false);
      expect(await directory.acceptInvitation("h2", ana, 1_500)).toBe(false);
      expect(await directory.acceptInvitation("h1", ana, 2_000)).toBe(false);
      expect(await directory.acceptInvitation("none", ana, 1_500)).toBe(false);
      expect(await directory.invitation("h1", 2_000)).toBeUndefined();
      expect(await directory.invitations("default", 2_000)).toEqual([]);
      expect(await directory.access("per_ana")).toBeUndefined();
    });

    test("[PEOPLE-4] a member who accepts an invitation keeps a role that allows more", async () => {
      const { directory } = await open();
      await directory.addMember(ana, { ...asMember, role: "viewer" });
      for (const [id, role, person] of [
        ["1", "viewer", "owner"],
        ["2", "member", "owner"],
        ["3", "member", "per_ana"],
        ["4", "viewer", "per_ana"],
      ] as const) {
        await directory.invite({ ...invitation, id: `inv_${id}`, hash: `h${id}`, role });
        expect(await directory.acceptInvitation(`h${id}`, { id: person }, 1_500)).toBe(true);
      }
      expect(await rolesOf(directory)).toEqual([
        ["owner", "owner"],
        ["per_ana", "member"],
      ]);
    });

    test("[PEOPLE-4] somebody who is known joins by an invitation as who they are", async () => {
      const { directory } = await open();
      await directory.invite({ ...invitation, project: "garden", role: "owner" });
      expect(await directory.acceptInvitation("h1", { id: "owner" }, 1_500)).toBe(true);
      expect((await directory.access("owner"))?.memberships).toMatchObject([
        { project: "default" },
        { project: "garden", role: "owner" },
      ]);
    });

    test("[PEOPLE-4] an identity of another system belongs to one person", async () => {
      const { directory } = await open();
      const identity = { issuer: "https://id.example.org", subject: "42" };
      expect(await directory.identified(identity)).toBeUndefined();
      expect(await directory.addIdentified(identity, ana, asMember)).toBe(true);
      expect(await directory.addIdentified(identity, bob, asMember)).toBe(false);
      expect(await directory.identified(identity)).toBe("per_ana");
      expect(await directory.identified({ ...identity, issuer: "https://other.example.org" })).toBeUndefined();
      const other = { ...identity, subject: "43" };
      const cy = { id: "per_cy", name: "Cy" };
      const added = await Promise.all(
        [bob, cy].map((person) => directory.addIdentified(other, person, { ...asMember, project: "garden" })),
      );
      expect([...added].sort()).toEqual([false, true]);
      expect((await directory.members("garden")).map(({ person }) => person.id)).toEqual([
        await directory.identified(other),
      ]);
    });

    test("[QUORUM-10] it is known whom only backends have named", async () => {
      const { directory } = await open();
      const backend = { issuer: "project:default/key:shop", subject: "1" };
      await directory.addIdentified(backend, ana, asMember);
      await directory.addIdentified({ issuer: "https://id.example.org", subject: "1" }, bob, asMember);
      expect(await directory.vouchedFor("default")).toEqual(new Set([ana.id]));
      expect(await directory.vouchedFor("garden")).toEqual(new Set());
      await directory.invite(invitation);
      const provided = { issuer: "https://id.example.org", subject: "2" };
      expect(await directory.acceptInvitation("h1", { id: ana.id }, 1_500, provided)).toBe(true);
      expect(await directory.vouchedFor("default")).toEqual(new Set());
    });

    test("[PEOPLE-4] of two invitations that one identity accepts at once, the one that comes second stays open", async () => {
      const { directory } = await open();
      const identity = { issuer: "https://id.example.org", subject: "42" };
      await directory.invite(invitation);
      await directory.invite({ ...invitation, id: "inv_2", hash: "h2" });
      const accepted = await Promise.all([
        directory.acceptInvitation("h1", ana, 1_500, identity),
        directory.acceptInvitation("h2", bob, 1_500, identity),
      ]);
      expect([...accepted].sort()).toEqual([false, true]);
      const winner = accepted[0] ? ana.id : bob.id;
      expect(await directory.identified(identity)).toBe(winner);
      expect(await rolesOf(directory)).toEqual([
        ["owner", "owner"],
        [winner, "member"],
      ]);
      expect(await directory.invitations("default", 1_500)).toMatchObject([{ id: accepted[0] ? "inv_2" : "inv_1" }]);
    });
  });
}
