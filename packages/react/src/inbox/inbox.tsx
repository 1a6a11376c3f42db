import { neutralise } from "@askback/core";
import type { Inquiry, Option } from "@askback/core/wire";
import { announce } from "@react-aria/live-announcer";
import { useEffect, useRef, useState } from "react";
import { useAskback } from "../askback-context.ts";
import { oneTapHold } from "../card/one-tap.ts";
import { AriaLanguage } from "../i18n/aria-language.tsx";
import { useLanguageAttributes } from "../i18n/use-language-attributes.ts";
import { useWords } from "../i18n/use-words.ts";
import { valueIn } from "../live/known.ts";
import { useSource } from "../use-source.ts";
import { focusedInquiry, focusQuickAnswer, focusRow, moveRow } from "./grid-focus.ts";
import { InboxContext, type InboxPlace } from "./inbox-context.ts";
import { type Asked, InboxDetail } from "./inbox-detail.tsx";
import { InboxIcon } from "./inbox-icon.tsx";
import type { InboxAction } from "./inbox-keymap.ts";
import { InboxList } from "./inbox-list.tsx";
import { InboxNotices } from "./inbox-notices.tsx";
import { InboxShortcuts } from "./inbox-shortcuts.tsx";
import { inboxViewOf, outcomeOf } from "./inbox-view.ts";
import { InboxViews } from "./inbox-views.tsx";
import { useInboxKeys } from "./use-inbox-keys.ts";
import { useSentAnswers } from "./use-inbox-live.ts";

export interface InboxProps {
  /** `needs-you`, `snoozed` or `done`. */
  readonly view?: string | undefined;
  /** Of what is done, only what ended so: `answered`, `declined` and so on. */
  readonly outcome?: string | undefined;
  /** The inquiry that is open. */
  readonly selected?: string | undefined;
  /** The reader goes to another view or inquiry: show the inbox again with it. Without it the inbox goes there by itself. */
  onGo?(place: InboxPlace): void;
  /** The address of a place, for links. */
  hrefOf?(place: InboxPlace): string;
  onOpenConversation?(conversationId: string): void;
  /** Takes the focus when it comes, so that its keys work at once. */
  readonly autoFocus?: boolean;
}

/** Everything that waits for the reader, in one list, with the open inquiry beside it. */
export function Inbox({ view, outcome, selected, onGo, hrefOf, onOpenConversation, autoFocus }: InboxProps) {
  const given: InboxPlace = { view: inboxViewOf(view), outcome: outcomeOf(outcome), inquiry: selected };
  const [own, setOwn] = useState(given);
  const place = onGo ? given : own;
  const go = onGo ?? setOwn;
  const words = useWords();
  const attributes = useLanguageAttributes();
  const root = useRef<HTMLDivElement>(null);
  const showNew = useRef(() => {});
  const sent = useSentAnswers();
  const me = valueIn(useSource(useAskback().live.me))?.id;
  const [asked, setAsked] = useState<{ readonly inquiry: string; readonly wish: Asked }>();
  const [showsKeys, setShowsKeys] = useState(false);
  const open = place.inquiry;
  useReturn(root, open);
  useEffect(() => {
    // An inquiry that is open takes the focus by itself.
    if (autoFocus && !root.current?.contains(document.activeElement)) root.current?.focus({ preventScroll: true });
  }, [autoFocus]);
  // What is asked of an inquiry ends when it is closed.
  useEffect(() => () => setAsked((before) => (before?.inquiry === open ? undefined : before)), [open]);

  const answer = async (inquiry: Inquiry, option: Option) => {
    const { state } = await sent.send(inquiry, option);
    const values = { answer: neutralise(option.label), agent: neutralise(inquiry.agent), seconds: oneTapHold };
    if (state.status === "held") announce(words("inbox.sentLong", values), "polite");
    if (state.status === "failed") {
      announce(words("inbox.notSent", { ...values, reason: state.problem.title }), "assertive");
    }
  };
  const undo = async (inquiryId?: string) => {
    if (await sent.undo(inquiryId)) announce(words("inbox.undone"), "polite");
  };
  const ask = (wish: Asked) => {
    const inquiry = (root.current && focusedInquiry(root.current)) ?? place.inquiry;
    if (inquiry === undefined) return;
    if (inquiry !== place.inquiry) go({ ...place, inquiry });
    setAsked({ inquiry, wish });
  };

  const act = (action: InboxAction) => {
    const inbox = root.current;
    if (!inbox) return;
    switch (action) {
      case "next":
        return moveRow(inbox, "ArrowDown");
      case "previous":
        return moveRow(inbox, "ArrowUp");
      case "open":
        return go({ ...place, inquiry: focusedInquiry(inbox) ?? place.inquiry });
      case "quick-1":
        return focusQuickAnswer(inbox, 1);
      case "quick-2":
        return focusQuickAnswer(inbox, 2);
      case "quick-3":
        return focusQuickAnswer(inbox, 3);
      case "snooze":
      case "decline":
        return ask(action);
      case "needs-you":
      case "snoozed":
      case "done":
        return go({ view: action });
      case "show-new":
        return showNew.current();
      case "undo":
        return void undo();
      case "shortcuts":
        return setShowsKeys(true);
      case "back":
        return go({ ...place, inquiry: undefined });
    }
  };
  const onKeyDown = useInboxKeys(act);

  const parts = { place, me, go, hrefOf: (to: InboxPlace) => hrefOf?.(to), answer };
  return (
    <InboxContext.Provider value={parts}>
      <AriaLanguage>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: keys pass through here from what has the focus */}
        <div className="ask-inbox" ref={root} tabIndex={-1} onKeyDown={onKeyDown} {...attributes}>
          <h1 className="ask-hidden">{words("inbox.title")}</h1>
          <div className="ask-inbox-frame" data-open={place.inquiry !== undefined || undefined}>
            <div className="ask-inbox-side">
              <InboxViews />
              <button type="button" className="ask-quiet ask-inbox-keys" onClick={() => setShowsKeys(true)}>
                <InboxIcon name="keys" />
                {words("inbox.shortcuts")}
              </button>
            </div>
            <InboxList key={`${place.view} ${place.outcome}`} showNew={showNew} />
            {open === undefined ? (
              <p className="ask-inbox-detail ask-inbox-choose">{words("inbox.empty.detail")}</p>
            ) : (
              <InboxDetail
                key={open}
                inquiryId={open}
                asked={asked?.inquiry === open ? asked.wish : undefined}
                onAsk={(wish) => setAsked(wish && { inquiry: open, wish })}
                onOpenConversation={onOpenConversation}
              />
            )}
          </div>
          <InboxNotices onUndo={undo} />
          {showsKeys && <InboxShortcuts onClose={() => setShowsKeys(false)} />}
        </div>
      </AriaLanguage>
    </InboxContext.Provider>
  );
}

/** Who closes an inquiry is back at its row. */
function useReturn(root: { readonly current: HTMLElement | null }, selected: string | undefined): void {
  const before = useRef(selected);
  useEffect(() => {
    const closed = before.current;
    before.current = selected;
    if (closed !== undefined && selected === undefined && root.current) focusRow(root.current, closed);
  }, [root, selected]);
}
