import { useId } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { useServices } from "../../services-context.ts";
import { ConfirmFooter } from "../../ui/dialog/confirm-footer.tsx";
import { ModalDialog } from "../../ui/dialog/modal-dialog.tsx";
import { GrowingTextArea } from "../../ui/growing-text-area.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useAtom } from "../../use-atom.ts";
import type { RequestedAction } from "../detail/inbox-detail.tsx";
import { SnoozeMenu } from "../detail/snooze-menu.tsx";
import { useInboxContext } from "../inbox-context.ts";
import type { InboxActions } from "../use-inbox-actions.ts";

export interface SelectionBarProps {
  readonly actions: InboxActions;
  /** The menu or dialog that is open. */
  readonly requested: RequestedAction;
  onRequest(action: RequestedAction): void;
}

/** How many rows are selected, and what can be done with all of them. Those that fail are selected again, unless others are by then. */
export function SelectionBar({ actions, requested, onRequest }: SelectionBarProps) {
  const t = useTranslation();
  const { selection } = useInboxContext();
  const { inquiries } = selection;
  const count = inquiries.length;

  const follow = async (acting: ReturnType<InboxActions["snooze"]>) => {
    onRequest(undefined);
    selection.clear();
    const { failures } = await acting;
    if (failures.length > 0) selection.selectFailed(failures.map(({ inquiryId }) => inquiryId));
  };

  return (
    <div className="ask-inbox-tools ask-inbox-selection" role="toolbar" aria-label={t("inbox.selection")}>
      <button type="button" className="ask-icon" onClick={selection.clear}>
        <Icon name="closed" />
        <span className="ask-hidden">{t("inbox.selection.clear")}</span>
      </button>
      <p role="status">{t("inbox.selected", { count })}</p>
      <SnoozeMenu
        inquiries={inquiries}
        isOpen={requested === "snooze"}
        onOpenChange={(isOpen) => onRequest(isOpen ? "snooze" : undefined)}
        onSnooze={(until) => follow(actions.snooze(inquiries, until))}
      />
      <button type="button" className="ask-button" onClick={() => onRequest("decline")}>
        {t("inbox.decline")}
      </button>
      {requested === "decline" && (
        <BulkDeclineForm
          count={count}
          onClose={() => onRequest(undefined)}
          onDecline={(reason) => {
            const { stored, done } = actions.decline(inquiries, reason);
            void follow(done);
            return stored;
          }}
        />
      )}
    </div>
  );
}

interface BulkDeclineFormProps {
  readonly count: number;
  /** Resolves when the reason is stored with what is sent. */
  onDecline(reason: string): Promise<unknown>;
  onClose(): void;
}

/** Asks for one reason before several inquiries are declined. */
function BulkDeclineForm({ count, onDecline, onClose }: BulkDeclineFormProps) {
  const t = useTranslation();
  const field = useId();
  const reason = useServices().text("reason:selected");
  const text = useAtom(reason.text);
  return (
    <ModalDialog title={t("inbox.bulk.decline.title", { count })} onClose={onClose}>
      <form
        className="ask-sheet-form"
        onSubmit={(event) => {
          event.preventDefault();
          reason.clearOnceStored(onDecline(text));
        }}
      >
        <p className="ask-muted">{t("inbox.bulk.decline.hint")}</p>
        <label htmlFor={field}>{t("inbox.decline.reason")}</label>
        <GrowingTextArea
          id={field}
          maxLength={10_000}
          value={text}
          onChange={({ target }) => reason.write(target.value)}
        />
        <ConfirmFooter confirm={t("inbox.bulk.decline.confirm", { count })} isDangerous onCancel={onClose} />
      </form>
    </ModalDialog>
  );
}
