import type { BulkAction } from "../../data/inbox/bulk-actions.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { useAtom } from "../../use-atom.ts";
import { useBulkActions } from "../use-inbox.ts";
import { useBulkText } from "./bulk-text.ts";

/** Tells what became of the inquiries that were snoozed or declined last; a snooze can be undone. */
export function BulkNotice({ onUndo }: { onUndo(): void }) {
  const t = useTranslation();
  const bulkText = useBulkText();
  const bulkActions = useBulkActions();
  const action = useAtom(bulkActions.last);
  if (!action) return null;
  return (
    <div className="ask-inbox-notice" data-status={action.failures.length > 0 ? "failed" : "held"}>
      <p>{bulkText(action)}</p>
      {canUndo(action) && (
        <button type="button" className="ask-button" onClick={onUndo}>
          {t("card.undo")}
        </button>
      )}
      <button type="button" className="ask-button" onClick={bulkActions.close}>
        {t("inbox.close")}
      </button>
    </div>
  );
}

function canUndo({ type, inquiries, failures }: BulkAction): boolean {
  return type === "snooze" && failures.length < inquiries.length;
}
