import { useEffect, useRef, useState } from "react";
import { AriaLanguage } from "../i18n/aria-language.tsx";
import { useLanguageAttributes } from "../i18n/use-language.ts";
import { useTranslation } from "../i18n/use-translation.ts";
import { ShortcutSheet } from "../ui/dialog/shortcut-sheet.tsx";
import { useMe } from "../use-people.ts";
import { InboxDetail, type RequestedAction } from "./detail/inbox-detail.tsx";
import { InboxHead } from "./head/inbox-head.tsx";
import { InboxContext, type InboxRoute } from "./inbox-context.ts";
import { focusedInquiry, focusQuickAnswer, focusRow, moveRow, useInboxFocus } from "./inbox-focus.ts";
import { type InboxAction, inboxKeymap, useInboxKeys } from "./inbox-keys.ts";
import { assignedOf, inboxViewOf, outcomeOf } from "./inbox-view.ts";
import { InboxList } from "./list/inbox-list.tsx";
import { useListBusy } from "./list/new-rows.ts";
import { InboxNotices } from "./notices/inbox-notices.tsx";
import { useInbox } from "./use-inbox.ts";
import { useInboxActions } from "./use-inbox-actions.ts";
import { useSelection } from "./use-selection.ts";

export interface InboxProps {
  /** `needs-you`, `snoozed` or `done`. */
  readonly view?: string | undefined;
  /** Shows only inquiries with this resolution in the view `done`: `answered`, `declined` and so on. */
  readonly outcome?: string | undefined;
  /** Shows only what this search finds. */
  readonly q?: string | undefined;
  /** Shows only what the agent of this name asks. */
  readonly agent?: string | undefined;
  /** Shows only what the reader has (`mine`), nobody has (`unassigned`) or somebody else has (`others`). */
  readonly assigned?: string | undefined;
  /** The id of the open inquiry. */
  readonly selected?: string | undefined;
  /** The reader navigates: pass the route back as props. Without it the inbox keeps its own route. */
  onGo?(route: InboxRoute, how?: "push" | "replace"): void;
  /** The URL of a route, for links. */
  hrefOf?(route: InboxRoute): string;
  onOpenConversation?(conversationId: string): void;
  /** Takes the focus when it is mounted, so that its keys work at once. */
  readonly autoFocus?: boolean;
}

/** What a key or button requested, for the open inquiry or for the selected rows. */
interface Request {
  readonly target: string;
  readonly action: RequestedAction;
}

const selectedRows = "selected rows";

/** All inquiries that wait for the reader in one list, with the open inquiry beside it. */
export function Inbox({ onGo, hrefOf, onOpenConversation, autoFocus, ...props }: InboxProps) {
  const given = routeOf(props);
  const [own, setOwn] = useState(given);
  const route = onGo ? given : own;
  const go = onGo ?? setOwn;
  const t = useTranslation();
  const attributes = useLanguageAttributes();
  const root = useRef<HTMLDivElement>(null);
  const area = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const me = useMe().data?.id;
  const assigned = route.assigned !== undefined && me !== undefined ? { to: route.assigned, me } : undefined;
  const list = useInbox({ ...route, assigned, isBusy: useListBusy(area) });
  const selection = useSelection(list.rows);
  const actions = useInboxActions();
  const [requested, setRequested] = useState<Request>();
  const [showsKeys, setShowsKeys] = useState(false);
  const open = route.inquiry;
  useInboxFocus(root, { open, selected: selection.ids.size, hasRows: list.rows.length > 0, autoFocus });
  // A requested action ends when its inquiry is closed.
  useEffect(() => () => setRequested((before) => (before?.target === open ? undefined : before)), [open]);

  const hasSelection = selection.ids.size > 0;
  // One for the selected rows ends with the selection, so that it does not open anew for the next one.
  useEffect(() => {
    if (!hasSelection) setRequested((before) => (before?.target === selectedRows ? undefined : before));
  }, [hasSelection]);

  const request = (action: RequestedAction) => {
    if (hasSelection) return setRequested({ target: selectedRows, action });
    const inquiry = (root.current && focusedInquiry(root.current)) ?? open;
    if (inquiry === undefined) return;
    if (inquiry !== open) go({ ...route, inquiry });
    setRequested({ target: inquiry, action });
  };

  const perform = (action: InboxAction) => {
    const inbox = root.current;
    if (!inbox) return;
    const focused = focusedInquiry(inbox);
    switch (action) {
      case "next":
        return moveRow(inbox, "ArrowDown");
      case "previous":
        return moveRow(inbox, "ArrowUp");
      case "open":
        return go({ ...route, inquiry: focused ?? open });
      case "quick-1":
        return focusQuickAnswer(inbox, 1);
      case "quick-2":
        return focusQuickAnswer(inbox, 2);
      case "quick-3":
        return focusQuickAnswer(inbox, 3);
      case "select":
        return focused !== undefined && route.view !== "done" ? selection.toggle(focused) : undefined;
      case "snooze":
      case "decline":
        return request(action);
      case "search":
        return search.current?.focus();
      case "needs-you":
      case "snoozed":
      case "done":
        // The row that has the focus leaves.
        inbox.focus({ preventScroll: true });
        return go({ view: action, q: route.q, agent: route.agent, assigned: route.assigned });
      case "show-new":
        return list.showNew();
      case "undo":
        return void actions.undo();
      case "shortcuts":
        return setShowsKeys(true);
      case "back":
        return go({ ...route, inquiry: undefined });
      case "select-range":
      case "select-all":
        // The grid does these.
        return;
    }
  };
  const onKeyDown = useInboxKeys(perform);

  const requestedFor = (target: string) => (requested?.target === target ? requested.action : undefined);
  const context = { route, me, selection, go, hrefOf: (to: InboxRoute) => hrefOf?.(to), answer: actions.answer };
  return (
    <InboxContext.Provider value={context}>
      <AriaLanguage>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: keys pass through here from what has the focus */}
        <div className="ask-inbox" ref={root} tabIndex={-1} onKeyDown={onKeyDown} {...attributes}>
          <div className="ask-inbox-frame" data-open={open !== undefined || undefined}>
            <InboxHead
              rows={list.rows}
              search={search}
              onLeaveSearch={() => root.current && focusRow(root.current, undefined)}
              onShowKeys={() => setShowsKeys(true)}
              actions={actions}
              requested={requestedFor(selectedRows)}
              onRequest={(action) => setRequested(action && { target: selectedRows, action })}
            />
            <InboxList list={list} area={area} onOpenConversation={onOpenConversation} />
            {open === undefined ? (
              <p className="ask-inbox-detail ask-inbox-choose">{t("inbox.empty.detail")}</p>
            ) : (
              <InboxDetail
                key={open}
                inquiryId={open}
                actions={actions}
                requested={requestedFor(open)}
                onRequest={(action) => setRequested(action && { target: open, action })}
                onOpenConversation={onOpenConversation}
              />
            )}
          </div>
          <InboxNotices onUndo={actions.undo} />
          {showsKeys && (
            <ShortcutSheet title={t("inbox.shortcuts")} shortcuts={inboxKeymap} onClose={() => setShowsKeys(false)} />
          )}
        </div>
      </AriaLanguage>
    </InboxContext.Provider>
  );
}

function routeOf({ view, outcome, q, agent, assigned, selected }: InboxProps): InboxRoute {
  return {
    view: inboxViewOf(view),
    outcome: outcomeOf(outcome),
    q: q || undefined,
    agent: agent || undefined,
    assigned: assignedOf(assigned),
    inquiry: selected,
  };
}
