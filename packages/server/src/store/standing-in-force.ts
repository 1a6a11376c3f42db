import type { StandingAnswer } from "@askback/core";
import type { Answering } from "./people/answering-groups.ts";
import { standingFingerprint } from "./standing-answers.ts";
import type { Store } from "./store.ts";

export interface StandingDeps {
  readonly store: Pick<Store, "standing">;
  readonly answering: Pick<Answering, "membersOf">;
}

export interface Asking {
  readonly project: string;
  readonly agent: string;
  /** The caller that asks from elsewhere, who chooses the agent's name. */
  readonly asker?: string;
}

/** The standing answers to an ask: made for the same asker, by people who may answer in the project as it is now. */
export async function standingInForce(
  { store, answering }: StandingDeps,
  { project, agent, asker }: Asking,
): Promise<readonly StandingAnswer[]> {
  const made = (await store.standing.ofAgent(project, agent)).filter(
    ({ questions, fingerprint }) => fingerprint === standingFingerprint(questions, asker),
  );
  if (made.length === 0) return [];
  const members = await answering.membersOf(project, [...new Set(made.map(({ by }) => by))]);
  const people = new Set(members.map(({ by }) => by));
  return made.filter(({ by }) => people.has(by)).map(({ id, by, questions, set }) => ({ id, by, questions, set }));
}
