import { type Audience, isInAudience, type Member } from "../model/audience.ts";
import type { Refusal } from "../model/command.ts";
import { audienceAt } from "../model/escalation.ts";
import type { Inquiry } from "../model/inquiry.ts";
import { err, type Result } from "../model/result.ts";

/** A person who gives a command, and when. */
interface Actor extends Member {
  readonly at: number;
}

/** Whether a person may answer an inquiry. */
export function mayAnswer(inquiry: Inquiry, actor: Actor): boolean {
  return isInAudience(audienceAt(inquiry, actor.at), actor);
}

/** The refusal of somebody who may not answer; undefined for everybody else. */
export function outsiderRefusal(inquiry: Inquiry, actor: Actor): Result<never, Refusal> | undefined {
  if (mayAnswer(inquiry, actor)) return undefined;
  const audience: Audience = audienceAt(inquiry, actor.at) ?? {};
  return err({ code: "not-in-audience", inquiryId: inquiry.id, audience });
}
