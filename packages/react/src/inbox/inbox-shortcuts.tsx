import { Fragment } from "react";
import { keyName } from "../card/key-names.ts";
import { useWords } from "../i18n/use-words.ts";
import { inboxKeymap } from "./inbox-keymap.ts";
import { Sheet } from "./sheet.tsx";

/** Every key of the inbox, from the table that binds them. */
export function InboxShortcuts({ onClose }: { onClose(): void }) {
  const words = useWords();
  return (
    <Sheet title={words("inbox.shortcuts")} onClose={onClose}>
      <dl className="ask-keys">
        {inboxKeymap.map(({ keys, action, words: id }) => (
          <div className="ask-key-row" key={action}>
            <dt>
              {keys.map((key) => (
                <Fragment key={key}>
                  {key.split(" ").map((part) => (
                    <kbd key={part} dir="ltr">
                      {keyName(part, false)}
                    </kbd>
                  ))}
                </Fragment>
              ))}
            </dt>
            <dd>{words(id)}</dd>
          </div>
        ))}
      </dl>
      <div className="ask-buttons">
        <button type="button" className="ask-button" onClick={onClose}>
          {words("inbox.close")}
        </button>
      </div>
    </Sheet>
  );
}
