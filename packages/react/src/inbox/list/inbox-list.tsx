import { neutralise } from "@askback/core";
import { announce } from "@react-aria/live-announcer";
import { type RefObject, useEffect, useMemo, useState } from "react";
import { Button, GridList, GridListItem, ListLayout, type Selection, Virtualizer } from "react-aria-components";
import { questionLine } from "../../card/approval/approval-words.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { useLatest } from "../../ui/use-latest.ts";
import { useAgentTitles } from "../../use-agents.ts";
import { useServerQuery } from "../../use-server-query.ts";
import { useInboxContext } from "../inbox-context.ts";
import { type InboxRows, useInboxData } from "../use-inbox.ts";
import { InboxRow } from "./inbox-row.tsx";
import { EmptyView, FailedBanner, LoadingRows } from "./inbox-states.tsx";
import { type ListRow, toListRows } from "./row-groups.ts";
import { StoppedRuns, useStoppedRuns } from "./stopped-runs.tsx";
import { StuckQuestions, useStuckQuestions } from "./stuck-questions.tsx";

const layout = { estimatedRowSize: 64, padding: 0, gap: 0 };

interface InboxListProps {
  readonly list: InboxRows;
  /** The element that is watched for whether somebody is using the list. */
  readonly area: RefObject<HTMLDivElement | null>;
  readonly onOpenConversation: ((conversationId: string) => void) | undefined;
}

/** A view of the inbox: a virtualized grid of rows, or why there is none. */
export function InboxList({ list, area, onOpenConversation }: InboxListProps) {
  const t = useTranslation();
  const { route } = useInboxContext();
  const { status, error, rows, waiting, isOutdated } = list;
  const isBusy = status === "pending" || isOutdated;
  const stopped = useStoppedRuns();
  const stuck = useStuckQuestions();
  const isNothingStopped = stopped.conversations.length === 0 && !stopped.isPending;
  useFoundAnnouncement(list);
  return (
    <section className="ask-inbox-list" aria-label={t(`inbox.view.${route.view}`)} aria-busy={isBusy || undefined}>
      {error && <FailedBanner problem={error} isKept={rows.length > 0} onRetry={list.refetch} />}
      <div className="ask-inbox-area" ref={area}>
        {waiting > 0 && (
          <button
            type="button"
            className="ask-inbox-new"
            aria-label={t("inbox.newLong", { count: waiting })}
            onClick={list.showNew}
          >
            {t("inbox.new", { count: waiting })}
          </button>
        )}
        {status === "pending" && !isOutdated && <LoadingRows key={list.key} />}
        {status === "success" && rows.length === 0 && isNothingStopped && stuck.length === 0 && <EmptyView />}
        {rows.length > 0 && <RowGrid key={list.key} rows={rows} />}
      </div>
      <StuckQuestions inquiries={stuck} onOpenConversation={onOpenConversation} />
      {/* At the end, so that no row moves under the pointer when a run stops. */}
      <StoppedRuns conversations={stopped.conversations} onOpenConversation={onOpenConversation} />
    </section>
  );
}

/** Announces how many rows a search or filter has found. */
function useFoundAnnouncement({ key, status, rows }: InboxRows): void {
  const t = useTranslation();
  const { q, agent, outcome } = useInboxContext().route;
  const isNarrowed = Boolean(q || agent || outcome) && status === "success";
  const found = useLatest(() =>
    rows.length === 0 ? t("inbox.empty.search") : t("inbox.questions", { count: rows.length }),
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: each search is announced once
  useEffect(() => {
    if (isNarrowed) announce(found.current(), "polite");
  }, [key, isNarrowed, found]);
}

function RowGrid({ rows }: Pick<InboxRows, "rows">) {
  const t = useTranslation();
  const titleOf = useAgentTitles();
  const { route, go, selection } = useInboxContext();
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const listed = useMemo(() => toListRows(rows, folded), [rows, folded]);
  const unselectable = listed.filter((row) => row.type === "group" || row.inquiry.status !== "open");

  const fold = (conversationId: string) => {
    const next = new Set(folded);
    if (!next.delete(conversationId)) next.add(conversationId);
    setFolded(next);
  };
  const act = (key: string) => {
    const row = listed.find(({ id }) => id === key);
    if (row?.type === "group") fold(row.conversationId);
    else go({ ...route, inquiry: key });
  };
  const select = (keys: Selection) => {
    // What is folded is not in sight, and what comes later was not meant.
    const all = listed.map(({ id }) => id);
    selection.select(keys === "all" ? all : [...keys].map(String));
  };
  const nameOf = (row: ListRow) => {
    if (row.type === "group") return t("inbox.questions", { count: row.count });
    const { inquiry } = row;
    return t("inbox.rowName", { agent: titleOf(inquiry.agent), question: questionLine(inquiry, t) });
  };

  return (
    <Virtualizer layout={ListLayout} layoutOptions={layout} shouldObserveItemSize>
      <GridList
        className="ask-inbox-grid"
        aria-label={t(`inbox.view.${route.view}`)}
        items={listed}
        disallowTypeAhead
        selectionMode={route.view === "done" ? "none" : "multiple"}
        selectedKeys={selection.ids}
        disabledKeys={unselectable.map(({ id }) => id)}
        disabledBehavior="selection"
        onSelectionChange={select}
        onAction={(key) => act(String(key))}
        data-selecting={selection.ids.size > 0 || undefined}
      >
        {(row: ListRow) => (
          <GridListItem id={row.id} className="ask-inbox-item" textValue={nameOf(row)}>
            {row.type === "group" ? (
              <GroupRow group={row} onFold={() => fold(row.conversationId)} />
            ) : (
              <InboxRow inquiry={row.inquiry} />
            )}
          </GridListItem>
        )}
      </GridList>
    </Virtualizer>
  );
}

interface GroupRowProps {
  readonly group: ListRow & { readonly type: "group" };
  onFold(): void;
}

/** The title of a conversation with several inquiries, which folds them. */
function GroupRow({ group: { conversationId, count, isFolded }, onFold }: GroupRowProps) {
  const t = useTranslation();
  const { title } = useServerQuery(useInboxData().conversation(conversationId)).data ?? {};
  return (
    <div className="ask-inbox-group">
      <Button className="ask-inbox-fold" aria-expanded={!isFolded} onPress={onFold}>
        {title && <bdi>{neutralise(title)}</bdi>}
        <span>{t("inbox.questions", { count })}</span>
      </Button>
    </div>
  );
}
