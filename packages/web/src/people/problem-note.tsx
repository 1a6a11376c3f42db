import type { Failure } from "@askback/client";
import type { PeopleMessageId } from "../i18n/people.ts";
import { usePeopleTranslation } from "../i18n/people.ts";

/** The refusals that people meet, for which the app has words of its own. */
const known = ["last-owner", "managed-elsewhere", "key-name-taken", "forbidden", "unreachable"] as const;

interface ProblemNoteProps {
  readonly problem: Failure | null | undefined;
  readonly message?: Extract<PeopleMessageId, "people.failed" | "people.unread">;
}

/** Says what did not work, and what to do about it. */
export function ProblemNote({ problem, message = "people.failed" }: ProblemNoteProps) {
  const t = usePeopleTranslation();
  if (!problem) return null;
  const code = known.find((one) => one === problem.code);
  const words = `${problem.title}. ${problem.hint}`;
  return (
    <p className="ask-alert" role="alert">
      {code === undefined ? t(message, { problem: `\u2068${words}\u2069` }) : t(`people.problem.${code}`)}
    </p>
  );
}
