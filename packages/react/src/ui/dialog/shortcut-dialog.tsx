import { Fragment } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { isMac, keyName, type Shortcut } from "../keyboard.ts";
import { ModalDialog } from "./modal-dialog.tsx";

export interface ShortcutDialogProps {
  readonly title: string;
  /** The table that the keys are bound by, so that the dialog shows what works. */
  readonly shortcuts: readonly Shortcut[];
  onClose(): void;
}

/** A dialog that lists keys and what they do. */
export function ShortcutDialog({ title, shortcuts, onClose }: ShortcutDialogProps) {
  const t = useTranslation();
  return (
    <ModalDialog title={title} onClose={onClose}>
      <dl className="ask-keys">
        {shortcuts.map(({ keys, label }) => (
          <div className="ask-key-row" key={label}>
            <dt>
              {keys.map((sequence) => (
                <Fragment key={sequence}>
                  {sequence.split(" ").map((key) => (
                    <kbd dir="ltr" key={key}>
                      {keyName(key, isMac())}
                    </kbd>
                  ))}
                </Fragment>
              ))}
            </dt>
            <dd>{t(label)}</dd>
          </div>
        ))}
      </dl>
      <div className="ask-buttons">
        <button className="ask-button" onClick={onClose} type="button">
          {t("card.close")}
        </button>
      </div>
    </ModalDialog>
  );
}
