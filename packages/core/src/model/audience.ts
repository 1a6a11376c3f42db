/** Names who may answer an inquiry: these people and the members of these groups. */
export interface Audience {
  readonly people?: readonly string[] | undefined;
  readonly groups?: readonly string[] | undefined;
}

/** Somebody who gives a command, with the groups to which they belong. */
export interface Member {
  readonly by: string;
  readonly groups?: readonly string[] | undefined;
}

/** Whether a person is among those who may answer; without an audience everybody in the project is. */
export function isInAudience(audience: Audience | undefined, { by, groups = [] }: Member): boolean {
  if (!audience) return true;
  return (audience.people ?? []).includes(by) || (audience.groups ?? []).some((group) => groups.includes(group));
}

/** The audience with others added; everybody stays everybody. Names are sorted, so that equal audiences look equal. */
export function widenAudience(audience: Audience | undefined, added: Audience): Audience | undefined {
  return audience && canonicalAudience({ people: joined("people"), groups: joined("groups") });

  function joined(names: "people" | "groups"): readonly string[] {
    return [...(audience?.[names] ?? []), ...(added[names] ?? [])];
  }
}

/** Each name once and in order, without empty lists. */
export function canonicalAudience({ people = [], groups = [] }: Audience): Audience {
  return {
    ...(people.length > 0 && { people: [...new Set(people)].sort() }),
    ...(groups.length > 0 && { groups: [...new Set(groups)].sort() }),
  };
}

/** Names the people for whom an inquiry waits: those who may answer, without those whose answer would not count. */
export interface WaitsFor extends Audience {
  readonly except?: readonly string[];
  /** Set where only members of these groups are still needed. */
  readonly among?: readonly string[];
}

/** Whether an inquiry waits for a person; one that says nothing waits for everybody. */
export function isWaitedFor(waitsFor: WaitsFor | undefined, member: Member): boolean {
  if (!waitsFor) return true;
  const { except = [], among, ...audience } = waitsFor;
  if (except.includes(member.by) || (among && !isInAudience({ groups: among }, member))) return false;
  return (audience.people === undefined && audience.groups === undefined) || isInAudience(audience, member);
}
