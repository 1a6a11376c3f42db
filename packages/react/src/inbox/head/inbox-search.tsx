import { type KeyboardEvent, type RefObject, useEffect, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { Icon } from "../../ui/icon.tsx";
import { useLatest } from "../../ui/use-latest.ts";
import { useInboxContext } from "../inbox-context.ts";

/** Somebody who types is not done yet; each search is a request and an address. */
const pauseMs = 250;
/** What the server takes. */
const maxLength = 200;

interface InboxSearchProps {
  readonly field: RefObject<HTMLInputElement | null>;
  onLeave(): void;
}

/** Searches the view that is shown. What is searched for is part of the address. */
export function InboxSearch({ field, onLeave }: InboxSearchProps) {
  const t = useTranslation();
  const { route, go } = useInboxContext();
  const current = route.q ?? "";
  const [text, setText] = useState(current);
  const [known, setKnown] = useState(current);
  const [isComposing, setComposing] = useState(false);
  if (known !== current) {
    // The address has changed by itself, as it does when somebody goes back.
    setKnown(current);
    if (text.trim() !== current) setText(current);
  }

  const search = useLatest((wanted: string) => {
    if (wanted === current) return;
    // The words of one search are one step in the history.
    go({ ...route, q: wanted || undefined }, wanted && current ? "replace" : "push");
  });
  useEffect(() => {
    if (isComposing) return;
    const timer = setTimeout(() => search.current(text.trim()), pauseMs);
    return () => clearTimeout(timer);
  }, [text, isComposing, search]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const { key } = event;
    if (key === "Enter") search.current(text.trim());
    else if (key === "ArrowDown" || (key === "Escape" && text === "")) onLeave();
    else if (key === "Escape") {
      setText("");
      search.current("");
    } else return;
    event.preventDefault();
  };

  return (
    <div className="ask-inbox-search">
      <Icon name="search" />
      <input
        ref={field}
        type="search"
        className="ask-field"
        dir="auto"
        autoComplete="off"
        maxLength={maxLength}
        aria-label={t("inbox.search")}
        placeholder={t("inbox.search")}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onCompositionStart={() => setComposing(true)}
        onCompositionEnd={() => setComposing(false)}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}
