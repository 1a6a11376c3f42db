import { useId } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { useServices } from "../../services-context.ts";
import { ModalDialog } from "../../ui/dialog/modal-dialog.tsx";
import { GrowingTextArea } from "../../ui/growing-text-area.tsx";
import { useAtom } from "../../use-atom.ts";

interface BulkDeclineFormProps {
  readonly count: number;
  /** Resolves when the reason is stored with what is sent. */
  onDecline(reason: string): Promise<unknown>;
  onClose(): void;
}

/** Asks for one reason before several inquiries are declined. Cancel has the focus, so an accidental Enter does no harm. */
export function BulkDeclineForm({ count, onDecline, onClose }: BulkDeclineFormProps) {
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
        <div className="ask-buttons">
          {/* biome-ignore lint/a11y/noAutofocus: the form was asked for, and the harmless button is its first */}
          <button autoFocus type="button" className="ask-button" onClick={onClose}>
            {t("inbox.cancel")}
          </button>
          <button type="submit" className="ask-button ask-danger">
            {t("inbox.bulk.decline.confirm", { count })}
          </button>
        </div>
      </form>
    </ModalDialog>
  );
}
