import type { Audience, Member } from "./audience.ts";

/** How many people must agree: of a group, or of all who may answer. */
export interface QuorumRule {
  readonly group?: string | undefined;
  readonly count: number;
}

/** Says how many people of which groups must agree before a call is allowed. */
export interface Quorum {
  /** Each of them must hold, and one person counts for one of them. */
  readonly rules: readonly QuorumRule[];
  /** These people asked: their agreement would be no second opinion. */
  readonly excludes: readonly string[];
}

/** The quorum of the gated tools that match a pattern, from an agent's definition. */
export interface QuorumOfTool {
  readonly tool: string;
  readonly rules: readonly QuorumRule[];
}

/** That one person allows the call. */
export interface Agreement {
  readonly by: string;
  readonly at: number;
  /** Their groups at that time, of those that the rules name. */
  readonly groups?: readonly string[];
  readonly note?: string;
  readonly comment?: string;
}

/** Whether the agreement of a person would count. */
export function mayAgree({ rules, excludes }: Quorum, { by, groups = [] }: Member): boolean {
  return !excludes.includes(by) && rules.some(({ group }) => group === undefined || groups.includes(group));
}

/** How many people must agree in all. */
export function neededAgreements({ rules }: Pick<Quorum, "rules">): number {
  return rules.reduce((sum, { count }) => sum + count, 0);
}

/** Whether so many agree that every rule holds. */
export function isReached(quorum: Pick<Quorum, "rules">, agreements: readonly Agreement[]): boolean {
  return missingAgreements(quorum, agreements).length === 0;
}

/** The rules that do not hold yet, with how many people each still needs, where one person counts for one rule. */
export function missingAgreements(
  { rules }: Pick<Quorum, "rules">,
  agreements: readonly Agreement[],
): readonly QuorumRule[] {
  const seats = rules.flatMap((rule) => Array.from({ length: rule.count }, () => rule));
  const agreementAt = new Map<number, Agreement>();

  /** Finds a seat for a person; somebody who has one may move to another that fits them. */
  function takeSeat(agreement: Agreement, tried: Set<number>): boolean {
    return seats.some(({ group }, seat) => {
      const fits = group === undefined || (agreement.groups ?? []).includes(group);
      if (!fits || tried.has(seat)) return false;
      tried.add(seat);
      const seated = agreementAt.get(seat);
      if (seated && !takeSeat(seated, tried)) return false;
      agreementAt.set(seat, agreement);
      return true;
    });
  }

  for (const agreement of agreements) takeSeat(agreement, new Set());
  const free = seats.filter((_, seat) => !agreementAt.has(seat));
  return rules
    .map((rule) => ({ ...rule, count: free.filter((one) => one === rule).length }))
    .filter(({ count }) => count > 0);
}

/** Returns who may answer where nothing says so: the members of the groups that have to agree. */
export function quorumAudience(rules: readonly QuorumRule[]): Audience | undefined {
  const groups = rules.flatMap(({ group }) => group ?? []);
  return groups.length === rules.length ? { groups: [...new Set(groups)].sort() } : undefined;
}
