import { neutralise } from "@askback/core";
import type { Inquiry } from "@askback/core/wire";
import { announce } from "@react-aria/live-announcer";
import { useState } from "react";
import { useAskback } from "../../askback-context.ts";
import { queryKeys } from "../../data/live/query-keys.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { ConfirmFooter } from "../../ui/dialog/confirm-footer.tsx";
import { ModalDialog } from "../../ui/dialog/modal-dialog.tsx";
import { useAgent } from "../../use-agents.ts";
import { useIsViewer } from "../../use-people.ts";

interface MakeStandingProps {
  /** An inquiry that somebody answered. */
  readonly inquiryId: string;
  readonly agent: string;
  readonly question: string;
  readonly answer: string;
}

/** Whether an inquiry was answered in a way that can be repeated. */
export function isRepeatable({ approval, resolution }: Inquiry): boolean {
  if (approval || resolution?.type !== "answered" || resolution.standing !== undefined) return false;
  return !resolution.answers?.some((answer) => "files" in answer && (answer.files?.length ?? 0) > 0);
}

/** The button that makes an answer a standing one, and the dialog that says what this means. Nothing is done before that. */
export function MakeStanding(props: MakeStandingProps) {
  const t = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const isViewer = useIsViewer();
  if (isViewer) return null;
  return (
    <>
      <button type="button" className="ask-quiet" onClick={() => setOpen(true)}>
        {t("standing.make")}
      </button>
      {isOpen && <StandingForm {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function StandingForm({ inquiryId, agent, question, answer, onClose }: MakeStandingProps & { onClose(): void }) {
  const t = useTranslation();
  const { client, live } = useAskback();
  const { title } = useAgent(agent);
  const [problem, setProblem] = useState<string>();
  const make = async () => {
    const reply = await client.standingAnswers.make({ inquiry: inquiryId });
    if (!reply.ok) return setProblem(reply.error.title);
    void live.queryClient.invalidateQueries({ queryKey: queryKeys.standing });
    announce(t("standing.made"), "polite");
    onClose();
  };
  return (
    <ModalDialog title={t("standing.title")} onClose={onClose}>
      <form
        className="ask-sheet-form"
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
      >
        <p dir="auto">{neutralise(question)}</p>
        <p dir="auto">
          <strong>{neutralise(answer)}</strong>
        </p>
        <p className="ask-muted">{t("standing.hint", { agent: neutralise(title) })}</p>
        {problem !== undefined && (
          <p className="ask-inbox-problem" role="alert">
            {t("standing.failed", { reason: problem })}
          </p>
        )}
        <ConfirmFooter confirm={t("standing.confirm")} onCancel={onClose} />
      </form>
    </ModalDialog>
  );
}
