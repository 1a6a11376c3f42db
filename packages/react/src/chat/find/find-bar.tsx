import type { Block, Message } from "@askback/core/wire";
import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { useAskback } from "../../askback-context.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { folded, foldedWithPlaces } from "../../text/folded.ts";
import { markdownToPlainText } from "../../text/plain-text.ts";
import { bidiIsolate } from "../../text/sentence.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { useFocusOnOpen, useReturnedFocus } from "../use-focus-on-open.ts";

interface FindBarProps {
  /** How often it was opened: once more brings the focus back. */
  readonly opening: number;
  readonly conversationId: string;
  /** The version of the conversation that is shown, with which its messages change. */
  readonly version: number;
  readonly flow: RefObject<HTMLElement | null>;
  /** The messages on the page. */
  readonly shown: readonly Message[];
  /** Leads to a message; to none if undefined. */
  readonly onFind: (messageId: string | undefined) => void;
  readonly onClose: () => void;
}

/** Finds a text in all messages of a conversation, also in those that are not on the page. */
export function FindBar({ opening, conversationId, version, flow, shown, onFind, onClose }: FindBarProps) {
  const t = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const [query, setQuery] = useState("");
  const [current, setCurrent] = useState<string>();
  const { messages, problem } = useAllMessages(conversationId, version);
  const found = useMemo(() => findMessages(messages ?? [], query), [messages, query]);
  const at = current === undefined ? -1 : found.indexOf(current);
  useTextHighlights(flow, query, shown);
  useReturnedFocus();
  useFocusOnOpen(() => {
    field.current?.focus();
    field.current?.select();
  }, opening);
  const show = (messageId: string | undefined) => {
    setCurrent(messageId);
    onFind(messageId);
  };
  /** The latest is found first. */
  const step = (by: 1 | -1) =>
    show(at < 0 ? found.at(by === -1 ? -1 : 0) : found[(at + by + found.length) % found.length]);
  const search = (text: string) => {
    setQuery(text);
    show(findMessages(messages ?? [], text).at(-1));
  };
  return (
    <search className="ask-find">
      <input
        ref={field}
        type="search"
        dir="auto"
        className="ask-find-field"
        aria-label={t("find.label")}
        placeholder={t("find.label")}
        enterKeyHint="search"
        value={query}
        onChange={(event) => search(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === "Escape") onClose();
          if (event.key !== "Enter") return;
          event.preventDefault();
          if (found.length > 0) step(event.shiftKey ? 1 : -1);
        }}
      />
      <span className="ask-find-count" role="status">
        {problem !== undefined && t("find.failed", { problem: bidiIsolate(problem) })}
        {problem === undefined &&
          query.trim() !== "" &&
          messages &&
          (found.length === 0 ? t("find.none") : t("find.count", { current: at + 1, total: found.length }))}
      </span>
      <IconButton icon="up" label={t("find.previous")} onClick={() => step(-1)} />
      <IconButton icon="down" label={t("find.next")} onClick={() => step(1)} />
      <IconButton icon="closed" label={t("find.close")} onClick={onClose} />
    </search>
  );
}

interface AllMessages {
  readonly messages?: readonly Message[];
  readonly problem?: string;
}

/** All messages of a conversation, read anew when it changes. */
function useAllMessages(conversationId: string, version: number): AllMessages {
  const { client } = useAskback();
  const [read, setRead] = useState<AllMessages>({});
  // biome-ignore lint/correctness/useExhaustiveDependencies: another version has other messages
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    void client.conversations.transcript(conversationId, {}, { signal }).then((page) => {
      if (signal.aborted) return;
      setRead(page.ok ? { messages: page.value.items } : { problem: page.error.title });
    });
    return () => controller.abort();
  }, [client, conversationId, version]);
  return read;
}

/** Highlights a text wherever the messages on the page show it, without changing them; where the browser can. */
function useTextHighlights(flow: RefObject<HTMLElement | null>, query: string, shown: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: other messages have other places
  useEffect(() => {
    if (!("highlights" in CSS) || !flow.current) return;
    const highlight = new Highlight();
    for (const range of rangesOf(flow.current, folded(query.trim()))) highlight.add(range);
    CSS.highlights.set("ask-found", highlight);
    return () => void CSS.highlights.delete("ask-found");
  }, [flow, query, shown]);
}

/** A browser follows every range as the page changes, so that a letter that occurs everywhere would make it slow. */
const maxRanges = 2_000;

function rangesOf(flow: HTMLElement, wanted: string): readonly Range[] {
  if (wanted === "") return [];
  const ranges: Range[] = [];
  for (const body of flow.querySelectorAll(".ask-message-body")) {
    const texts = document.createTreeWalker(body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const { text, places } = foldedWithPlaces(node.textContent ?? "");
      for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + wanted.length)) {
        const range = new Range();
        range.setStart(node, places[at] ?? 0);
        range.setEnd(node, places[at + wanted.length] ?? 0);
        ranges.push(range);
        if (ranges.length === maxRanges) return ranges;
      }
    }
  }
  return ranges;
}

/** The ids of the messages that contain a text, oldest first; neither case nor accents count. */
export function findMessages(messages: readonly Message[], query: string): readonly string[] {
  const wanted = folded(query.trim());
  if (wanted === "") return [];
  return messages
    .filter(({ blocks }) => blocks.flatMap(textsOf).some((text) => folded(text).includes(wanted)))
    .map(({ id }) => id);
}

/** What a reader sees of a block, and the text as it was written. */
function textsOf(block: Block): readonly string[] {
  switch (block.type) {
    case "text":
      return [block.text, markdownToPlainText(block.text)];
    case "action": {
      const { inquiry, extra } = block;
      const questions = inquiry.questions.flatMap(({ text, options }) => [
        text,
        ...options.flatMap(({ label, description = "" }) => [label, description]),
      ]);
      return [...questions, inquiry.context ?? "", extra.answerText ?? ""];
    }
    case "error":
      return [block.text];
    default:
      return [];
  }
}
