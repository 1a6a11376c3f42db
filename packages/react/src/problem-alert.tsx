import { useTranslation } from "./i18n/use-translation.ts";
import { bidiIsolate } from "./text/sentence.tsx";

interface ProblemAlertProps {
  /** The title of a problem; nothing is shown without one. */
  readonly problem: string | undefined;
  readonly message?: "status.refused" | "outbox.failed" | "approval.permissions.failed";
}

/** Says that the server refused something, and why. */
export function ProblemAlert({ problem, message = "status.refused" }: ProblemAlertProps) {
  const t = useTranslation();
  if (problem === undefined) return null;
  return (
    <p className="ask-alert" role="alert">
      {t(message, { problem: bidiIsolate(problem) })}
    </p>
  );
}
