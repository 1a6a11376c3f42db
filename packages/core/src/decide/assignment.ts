import { isInAudience, widenAudience } from "../model/audience.ts";
import type { CommandOf } from "../model/command.ts";
import type { Conversation } from "../model/conversation.ts";
import { audienceAt } from "../model/escalation.ts";
import { err, ok } from "../model/result.ts";
import { outsiderRefusal } from "./audience.ts";
import { decideResolution, findUnheld, isOverdue } from "./inquiry-commands.ts";
import type { Decision } from "./recorder.ts";

/** Shows others that somebody is answering, or no longer. It locks nothing: whoever answers first wins. */
export function takeOrRelease(conversation: Conversation, command: CommandOf<"take" | "release">): Decision {
  const { type, inquiryId, by, at } = command;
  const found = findUnheld(conversation, inquiryId);
  if (!found.ok) return found;
  if (isOverdue(found.value, at)) return decideResolution(found.value, { type: "expired", at }, command);
  const { inquiry } = found.value;
  const outsider = outsiderRefusal(inquiry, command);
  if (outsider) return outsider;
  if (type === "take") return ok(inquiry.takenBy === by ? [] : [{ type: "inquiry.taken", at, inquiryId, by }]);
  return ok(inquiry.takenBy === undefined ? [] : [{ type: "inquiry.released", at, inquiryId, by }]);
}

/** Asks one person to answer: one who may, unless the command lets them from now on. */
export function assign(conversation: Conversation, command: CommandOf<"assign">): Decision {
  const { inquiryId, by, at, to, toGroups, widens } = command;
  const found = findUnheld(conversation, inquiryId);
  if (!found.ok) return found;
  if (isOverdue(found.value, at)) return decideResolution(found.value, { type: "expired", at }, command);
  const { inquiry } = found.value;
  const outsider = widens ? undefined : outsiderRefusal(inquiry, command);
  if (outsider) return outsider;
  if (to === null) return ok(inquiry.assignee === undefined ? [] : [{ type: "inquiry.assigned", at, inquiryId, by }]);
  const current = audienceAt(inquiry, at);
  // It may be assigned to somebody whom the audience has no more, such as who has left its group.
  const isNew = !isInAudience(current, { by: to, ...(toGroups && { groups: toGroups }) });
  if (to === inquiry.assignee && !isNew) return ok([]);
  if (isNew && !widens) return err({ code: "assignee-not-in-audience", inquiryId, audience: current ?? {} });
  const audience = isNew ? widenAudience(inquiry.audience, { people: [to] }) : undefined;
  return ok([{ type: "inquiry.assigned", at, inquiryId, by, to, ...(audience && { audience }) }]);
}
