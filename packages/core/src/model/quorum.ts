import type { Audience, Member } from "./audience.ts";

/** How many people must agree: of a group, or of all who may answer. */
export interface QuorumRule {
  readonly group?: string | undefined;
  readonly count: number;
  /** Set where keys count too, and whoever a backend lets in by a token. */
  readonly keys?: true | undefined;
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

/** What is recorded of whoever agrees or decides where several people must allow a call, beside their id. */
export interface Decider {
  /** What people called them at that time. */
  readonly name?: string;
  /** Their groups at that time, of those that the rules name. */
  readonly groups?: readonly string[];
}

/** That one person allows the call. */
export interface Agreement extends Decider {
  readonly by: string;
  readonly at: number;
  /** Set where it counts only for rules that count keys. */
  readonly byKey?: true;
  readonly note?: string;
  readonly comment?: string;
}

/** Whether the agreement of a person would count. */
export function mayAgree({ rules, excludes }: Quorum, member: Voter & Pick<Member, "by">): boolean {
  return !excludes.includes(member.by) && rules.some((rule) => fits(rule, member));
}

/** Whether a key's agreement would be no person's. */
export function isKeyWithoutVote({ rules }: Quorum, { byKey }: Voter): boolean {
  return byKey === true && !rules.some(({ keys }) => keys);
}

/** Whoever agrees, or would. */
type Voter = Pick<Agreement, "groups" | "byKey">;

function fits({ group, keys }: QuorumRule, { groups = [], byKey }: Voter): boolean {
  return (!byKey || keys === true) && (group === undefined || groups.includes(group));
}

/** What to record of somebody who decides, beside their id; nothing where one person decides alone. */
export function deciderOf(quorum: Quorum | undefined, { name, groups = [] }: Decider): Decider {
  const counted = groups.filter((own) => quorum?.rules.some(({ group }) => group === own));
  return { ...(quorum && name !== undefined && { name }), ...(counted.length > 0 && { groups: counted }) };
}

/** How many people must agree in all. */
export function neededAgreements({ rules }: Pick<Quorum, "rules">): number {
  return countOf(rules);
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
    return seats.some((rule, seat) => {
      if (!fits(rule, agreement) || tried.has(seat)) return false;
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

/** How many people have agreed of those who must, and who is missing. */
export function agreementProgress(quorum: Pick<Quorum, "rules">, agreements: readonly Agreement[]) {
  const missing = missingAgreements(quorum, agreements);
  const needed = neededAgreements(quorum);
  return { given: needed - countOf(missing), needed, missing };
}

/** The groups of which an agreement is still needed; undefined where anybody's would do, or all of them are. */
export function missingGroups(
  quorum: Pick<Quorum, "rules">,
  agreements: readonly Agreement[],
): readonly string[] | undefined {
  const named = groupsOf(quorum.rules);
  const before = countOf(missingAgreements(quorum, agreements));
  // Somebody who has a seat may move to another, so that only a try tells of which groups one more would help.
  const helps = (groups: readonly string[]) =>
    countOf(missingAgreements(quorum, [...agreements, { by: "", at: 0, groups }])) < before;
  const missing = named.filter((group) => helps([group]));
  return helps([]) || missing.length === named.length ? undefined : missing;
}

function countOf(rules: readonly QuorumRule[]): number {
  return rules.reduce((sum, { count }) => sum + count, 0);
}

function groupsOf(rules: readonly QuorumRule[]): readonly string[] {
  return [...new Set(rules.flatMap(({ group }) => group ?? []))].sort();
}

/** Returns who may answer where nothing says so: the members of the groups that have to agree. */
export function quorumAudience(rules: readonly QuorumRule[]): Audience | undefined {
  return rules.every(({ group }) => group !== undefined) ? { groups: groupsOf(rules) } : undefined;
}
