import { canonicalAnswers } from "../model/answer.ts";
import { type StandingAnswer, standingFor } from "../model/standing-answer.ts";
import { waitingIn } from "./inquiry-commands.ts";
import type { Recorder } from "./recorder.ts";
import { resolve } from "./resolve.ts";

/**
 * Answers what was just asked by the standing answers of people. It happens only in the commit that asks: what has waited is
 * for people, and a standing answer that is made meanwhile changes nothing about it.
 */
export function answerByStanding(recorder: Recorder, standing: readonly StandingAnswer[], at: number): void {
  for (;;) {
    const found = waitingIn(recorder.conversation).flatMap((waiting) => {
      const isNew = recorder.events.some(
        (event) => event.type === "inquiry.asked" && event.inquiry.id === waiting.inquiry.id,
      );
      const fitting = isNew ? standingFor(waiting.inquiry, standing) : undefined;
      return fitting ? [{ waiting, fitting }] : [];
    });
    const [first] = found;
    if (!first) return;
    const { id, by, set } = first.fitting;
    const answers = canonicalAnswers(first.waiting.inquiry, set);
    resolve(recorder, first.waiting, { type: "answered", by, at, ...answers, standing: id }, at);
  }
}
