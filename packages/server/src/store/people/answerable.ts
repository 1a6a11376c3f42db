import {
  type Audience,
  type InquiryRecord,
  isWaitedFor,
  isWithinReach,
  type Member,
  type WaitsFor,
  waitsFor,
} from "@askback/core";
import { type Answering, groupsOf } from "./answering-groups.ts";
import type { Directory } from "./directory.ts";

/** Tells whom an ask can reach in a project, as it is now. */
export interface Answerable {
  /** Those of these people who may not answer, and those of these groups that there are not; undefined where all is well. */
  unknownIn(project: string, audience: Audience): Promise<Audience | undefined>;
  /** Those of some sets of people, as the store has them, in which nobody may answer. */
  emptySets(project: string, sets: readonly string[]): Promise<readonly string[]>;
  /** Whether there are enough people for a call that several must allow; any other is. */
  isWithinReach(project: string, asked: Parameters<typeof isWithinReach>[0]): Promise<boolean>;
  /** The ids of those open inquiries that nobody, or not everybody whom they need, can answer. */
  unanswerableAmong(inquiries: readonly InquiryRecord[]): Promise<ReadonlySet<string>>;
}

/** Names for whoever wrote them. */
export function namesText({ people = [], groups = [] }: Audience): string {
  return [...people.map((person) => `"${person}"`), ...groups.map((group) => `the group "${group}"`)].join(", ");
}

export function createAnswerable(
  directory: Pick<Directory, "groups" | "members" | "vouchedFor">,
  answering: Pick<Answering, "membersOf">,
): Answerable {
  /** The people who may answer. */
  async function peopleOf(project: string): Promise<readonly Member[]> {
    return (await directory.members(project))
      .filter(({ person, role }) => role !== "viewer" && person.disabledAt === undefined)
      .map((member) => ({ by: member.person.id, groups: groupsOf(member) }));
  }

  /** Those of these people who count for a call that several must allow. */
  async function votersAmong(people: readonly Member[], project: string): Promise<readonly Member[]> {
    const vouchedFor = await directory.vouchedFor(project);
    return people.filter(({ by }) => !vouchedFor.has(by));
  }

  /** The people who may answer, and the keys among these names. */
  async function withKeys(people: readonly Member[], project: string, names: readonly string[]) {
    const others = names.filter((name) => people.every(({ by }) => by !== name));
    return [...people, ...(others.length > 0 ? await answering.membersOf(project, others) : [])];
  }

  async function isUnanswerable(inquiry: InquiryRecord, people: readonly Member[]): Promise<boolean> {
    if (inquiry.quorum) return !isWithinReach(inquiry, await votersAmong(people, inquiry.project));
    const waiting = waitsFor(inquiry);
    if (!waiting) return false;
    const members = await withKeys(people, inquiry.project, waiting.people ?? []);
    return !members.some((member) => isWaitedFor(waiting, member));
  }

  return {
    async unknownIn(project, { people = [], groups = [] }) {
      const members = people.length > 0 ? await answering.membersOf(project, people) : [];
      const known = groups.length > 0 ? await directory.groups(project) : [];
      const unknownPeople = people.filter((name) => members.every(({ by }) => by !== name));
      const names = new Set(known.flatMap(({ name, formerNames }) => [name, ...formerNames]));
      const unknownGroups = groups.filter((group) => !names.has(group));
      if (unknownPeople.length + unknownGroups.length === 0) return undefined;
      return {
        ...(unknownPeople.length > 0 && { people: unknownPeople }),
        ...(unknownGroups.length > 0 && { groups: unknownGroups }),
      };
    },
    async emptySets(project, sets) {
      if (sets.length === 0) return [];
      const waiting = sets.map((set) => ({ set, waitsFor: JSON.parse(set) as WaitsFor }));
      const names = new Set(waiting.flatMap(({ waitsFor: { people = [] } }) => people));
      const members = await withKeys(await peopleOf(project), project, [...names]);
      return waiting
        .filter(({ waitsFor: whom }) => !members.some((member) => isWaitedFor(whom, member)))
        .map(({ set }) => set);
    },
    isWithinReach: async (project, asked) =>
      !asked.quorum || isWithinReach(asked, await votersAmong(await peopleOf(project), project)),
    async unanswerableAmong(inquiries) {
      const peopleByProject = new Map<string, Promise<readonly Member[]>>();
      const checked = inquiries.map(async (inquiry) => {
        const { id, project } = inquiry;
        const people = peopleByProject.get(project) ?? peopleOf(project);
        peopleByProject.set(project, people);
        return (await isUnanswerable(inquiry, await people)) ? [id] : [];
      });
      return new Set((await Promise.all(checked)).flat());
    },
  };
}
