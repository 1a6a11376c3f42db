import { Button, Dialog, Heading, Modal, ModalOverlay } from "react-aria-components";
import { AriaLanguage } from "../i18n/aria-language.tsx";
import { useLanguageAttributes } from "../i18n/use-language-attributes.ts";
import { useWords } from "../i18n/use-words.ts";
import { isMac, keyName } from "./key-names.ts";
import { keymap, pageKey } from "./keymap.ts";

/** All keys, from the table that they are read from. */
export function ShortcutSheet({ onClose }: { onClose(): void }) {
  const words = useWords();
  return (
    <AriaLanguage>
      <ModalOverlay className="ask-overlay" isDismissable isOpen onOpenChange={onClose}>
        <Modal className="ask-sheet">
          <Dialog className="ask-sheet-dialog" {...useLanguageAttributes()}>
            <Heading slot="title">{words("card.shortcuts")}</Heading>
            <dl className="ask-keys">
              {[...keymap, pageKey].map(({ keys, words: id }) => (
                <div className="ask-key-row" key={id}>
                  <dt>
                    {keys.map((key) => (
                      <kbd dir="ltr" key={key}>
                        {keyName(key, isMac())}
                      </kbd>
                    ))}
                  </dt>
                  <dd>{words(id)}</dd>
                </div>
              ))}
            </dl>
            <Button className="ask-button" slot="close">
              {words("card.close")}
            </Button>
          </Dialog>
        </Modal>
      </ModalOverlay>
    </AriaLanguage>
  );
}
