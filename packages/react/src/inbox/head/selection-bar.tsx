import { useTranslation } from "../../i18n/use-translation.ts";
import { Icon } from "../../ui/icon.tsx";
import type { RequestedAction } from "../detail/inbox-detail.tsx";
import { SnoozeMenu } from "../detail/snooze-menu.tsx";
import { useInboxContext } from "../inbox-context.ts";
import type { InboxActions } from "../use-inbox-actions.ts";
import { BulkDeclineForm } from "./bulk-decline-form.tsx";

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
