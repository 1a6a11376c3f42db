import type { ReactNode } from "react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { AriaLanguage } from "../../i18n/aria-language.tsx";
import { useLanguageAttributes } from "../../i18n/use-language.ts";

interface ModalDialogProps {
  readonly title: string;
  onClose(): void;
  readonly children: ReactNode;
}

/** A dialog over the page; Escape closes it and returns the focus. */
export function ModalDialog({ title, onClose, children }: ModalDialogProps) {
  return (
    <AriaLanguage>
      <ModalOverlay className="ask-overlay" isDismissable isOpen onOpenChange={onClose}>
        <Modal className="ask-sheet">
          <Dialog className="ask-sheet-dialog" {...useLanguageAttributes()}>
            <Heading slot="title">{title}</Heading>
            {children}
          </Dialog>
        </Modal>
      </ModalOverlay>
    </AriaLanguage>
  );
}
