import { percentile, round } from "../statistics.ts";
import type { ProcessGroup } from "./process-group.ts";
import { progress } from "./progress.ts";
import { inFlight, type Sizes } from "./sizes.ts";

/** The time from an answer until the model is called, on an idle server and beside other conversations. */
export async function* measureLatency(group: ProcessGroup, { answers }: Sizes, labels: object) {
  for (const [beside, amount] of [
    [0, answers],
    [inFlight, Math.ceil(answers / 4)],
  ] as const) {
    progress(`answer -> model beside ${beside} others`);
    await group.answer(Math.ceil(amount / 10), beside);
    const latencies = await group.answer(amount, beside);
    const sent = latencies.map(({ sinceSent }) => sinceSent);
    const committed = latencies.map(({ sinceCommitted }) => sinceCommitted);
    yield {
      part: "latency",
      ...labels,
      beside,
      answers: amount,
      sinceSentP50Ms: round(percentile(sent, 0.5), 2),
      sinceSentP99Ms: round(percentile(sent, 0.99), 2),
      sinceCommittedP50Ms: round(percentile(committed, 0.5), 2),
      sinceCommittedP99Ms: round(percentile(committed, 0.99), 2),
    };
  }
}
