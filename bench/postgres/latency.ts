import { percentile, round } from "../numbers.ts";
import type { Crew } from "./crew.ts";
import { progress } from "./progress.ts";
import { inFlight, type Sizes } from "./sizes.ts";

/** How long an answer takes until the model is called: while nothing else happens, and while others cycle on the same server. */
export async function* measureLatency(crew: Crew, { answers }: Sizes, what: object) {
  for (const [beside, amount] of [
    [0, answers],
    [inFlight, Math.ceil(answers / 4)],
  ] as const) {
    progress(`answer -> model beside ${beside} others`);
    await crew.answer(Math.ceil(amount / 10), beside);
    const reached = await crew.answer(amount, beside);
    const sent = reached.map(({ sinceSent }) => sinceSent);
    const committed = reached.map(({ sinceCommitted }) => sinceCommitted);
    yield {
      part: "latency",
      ...what,
      beside,
      answers: amount,
      sinceSentP50Ms: round(percentile(sent, 0.5), 2),
      sinceSentP99Ms: round(percentile(sent, 0.99), 2),
      sinceCommittedP50Ms: round(percentile(committed, 0.5), 2),
      sinceCommittedP99Ms: round(percentile(committed, 0.99), 2),
    };
  }
}
