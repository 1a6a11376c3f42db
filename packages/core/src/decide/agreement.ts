import { isAllowed } from "../contracts/approval.ts";
import { isSkipped } from "../model/answer.ts";
import type { CommandOf } from "../model/command.ts";
import type { HeldAnswer } from "../model/inquiry.ts";
import {
  type Agreement,
  deciderOf,
  isKeyWithoutVote,
  isReached,
  mayAgree,
  type Quorum,
  quorumAudience,
} from "../model/quorum.ts";
import { err, ok } from "../model/result.ts";
import { createRecorder, type Decision } from "./recorder.ts";
import { resolve, type Waiting } from "./resolve.ts";

/** Records that one person allows the call; the last agreement that is needed resolves the inquiry. */
export function agree(
  waiting: Waiting,
  quorum: Quorum,
  resolution: HeldAnswer["resolution"],
  command: CommandOf<"answer">,
): Decision {
  const { inquiry } = waiting;
  const { inquiryId, by, at, holdMs } = command;
  const { agreements = [] } = inquiry;
  if (quorum.excludes.includes(by)) return err({ code: "approval-by-asker", inquiryId });
  if (isKeyWithoutVote(quorum, command)) return err({ code: "agreement-by-key", inquiryId });
  if (!mayAgree(quorum, command))
    return err({ code: "not-in-audience", inquiryId, audience: quorumAudience(quorum.rules) ?? {} });
  if (agreements.some((given) => given.by === by)) return ok([]);
  const agreement = agreementOf(quorum, resolution, command);
  if (!isReached(quorum, [...agreements, agreement])) return ok([{ type: "inquiry.agreed", at, inquiryId, agreement }]);
  if (holdMs) return ok([{ type: "inquiry.held", at, inquiryId, held: { resolution, until: at + holdMs, agreement } }]);
  const recorder = createRecorder(waiting.conversation, command);
  resolve(recorder, waiting, resolution, at, agreement);
  return ok(recorder.events);
}

/** The quorum that an answer is to be counted for; undefined where it decides alone. */
export function quorumFor({ inquiry }: Waiting, resolution: HeldAnswer["resolution"]): Quorum | undefined {
  return isAllowed(inquiry, resolution) ? inquiry.quorum : undefined;
}

function agreementOf(
  quorum: Quorum,
  { answers: [answer], comment }: HeldAnswer["resolution"],
  command: CommandOf<"answer">,
): Agreement {
  const note = answer && !isSkipped(answer) ? answer.note : undefined;
  return {
    by: command.by,
    at: command.at,
    ...(command.byKey && { byKey: true as const }),
    ...deciderOf(quorum, command),
    ...(note !== undefined && { note }),
    ...(comment !== undefined && { comment }),
  };
}
