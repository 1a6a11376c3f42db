import type { ReactNode } from "react";
import { Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { useLanguageAttributes } from "../i18n/use-language-attributes.ts";

interface SheetProps {
  readonly title: string;
  onClose(): void;
  readonly children: ReactNode;
}

/** A dialog over everything else; Escape closes it and gives the focus back. */
export function Sheet({ title, onClose, children }: SheetProps) {
  return (
    <ModalOverlay className="ask-overlay" isDismissable isOpen onOpenChange={onClose}>
      <Modal className="ask-sheet">
        <Dialog className="ask-sheet-dialog" {...useLanguageAttributes()}>
          <Heading slot="title">{title}</Heading>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}
