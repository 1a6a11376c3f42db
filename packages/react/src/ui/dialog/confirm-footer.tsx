import { useTranslation } from "../../i18n/use-translation.ts";

interface ConfirmFooterProps {
  /** What the button says that submits the form. */
  readonly confirm: string;
  readonly isDangerous?: boolean;
  onCancel(): void;
}

/** The buttons of a form in a dialog. Cancel has the focus, so an accidental Enter does no harm. */
export function ConfirmFooter({ confirm, isDangerous = false, onCancel }: ConfirmFooterProps) {
  const t = useTranslation();
  return (
    <div className="ask-buttons">
      {/* biome-ignore lint/a11y/noAutofocus: the form was asked for, and the harmless button is its first */}
      <button autoFocus type="button" className="ask-button" onClick={onCancel}>
        {t("inbox.cancel")}
      </button>
      <button type="submit" className={isDangerous ? "ask-button ask-danger" : "ask-button ask-primary"}>
        {confirm}
      </button>
    </div>
  );
}
