import { widenAudience } from "../model/audience.ts";
import { dueFallback, dueSteps } from "../model/escalation.ts";
import type { Inquiry } from "../model/inquiry.ts";
import type { Recorder } from "./recorder.ts";

/** Records what an open inquiry's time has brought: each reminder and each change of who may answer, once. */
export function escalate(recorder: Recorder, { id: inquiryId, ...inquiry }: Inquiry, at: number): void {
  const { reminded = 0, deadline } = inquiry;
  let { audience } = inquiry;
  for (const [index, { to }] of dueSteps(inquiry, at).entries()) {
    const widened = to && widenAudience(audience, to);
    audience = widened ?? audience;
    recorder.record({
      type: "inquiry.reminded",
      at,
      inquiryId,
      step: reminded + index + 1,
      ...(to && { to }),
      ...(widened && { audience: widened }),
    });
  }
  const fallback = dueFallback(inquiry, at);
  if (!fallback || deadline === undefined) return;
  const widened = widenAudience(audience, fallback.to);
  recorder.record({
    type: "inquiry.escalated",
    at,
    inquiryId,
    to: fallback.to,
    ...(widened && { audience: widened }),
    deadline: deadline + fallback.forMs,
  });
}
