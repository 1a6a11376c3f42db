import type { ComponentType } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "../../i18n/use-translation.ts";
import { lazyComponent } from "../lazy-component.ts";
import { AlertDialog } from "./alert-dialog.tsx";

interface Closable {
  onClose(): void;
}

/** A dialog or a menu that is loaded when it first opens. If it cannot be loaded, a dialog says so in its place. */
export function lazyDialog<Props extends Closable>(load: () => Promise<ComponentType<Props>>) {
  return lazyComponent<Props>(load, LoadFailure);
}

/** Says that a part of the page could not be loaded, as after an update of the server, and offers to reload the page. */
function LoadFailure({ onClose }: Closable) {
  const t = useTranslation();
  // At the end of the page, so that a card does not take the keys for its own.
  return createPortal(
    <AlertDialog
      title={t("load.failed")}
      description={t("load.hint")}
      close={t("card.close")}
      action={
        <button type="button" className="ask-button ask-primary" onClick={() => location.reload()}>
          {t("load.again")}
        </button>
      }
      onClose={onClose}
    />,
    document.body,
  );
}
