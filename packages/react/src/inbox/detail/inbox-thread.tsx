import { neutralise, readableName } from "@askback/core";
import type { Block, Inquiry, Message } from "@askback/core/wire";
import { useId } from "react";
import { useAskback } from "../../askback-context.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { markdownToPlainText } from "../../text/plain-text.ts";
import { ClockTime } from "../../ui/time.tsx";
import { useAgent } from "../../use-agents.ts";
import { useNames } from "../../use-people.ts";
import { useServerQuery } from "../../use-server-query.ts";
import { useInboxContext } from "../inbox-context.ts";

/** The last messages before an inquiry, which explain it. */
export function InboxThread({ inquiry }: { readonly inquiry: Inquiry }) {
  const t = useTranslation();
  const heading = useId();
  const thread = useServerQuery(useAskback().live.queries.thread(inquiry.conversationId));
  const messages = thread.data?.messages ?? [];
  const excerpts = excerptOf(messages, inquiry.id);
  if (excerpts.length === 0) return null;
  return (
    <section className="ask-inbox-thread" aria-labelledby={heading}>
      <h3 id={heading}>{t("inbox.thread")}</h3>
      <ol>
        {excerpts.map((excerpt) => (
          <ExcerptItem key={excerpt.id} excerpt={excerpt} agent={inquiry.agent} />
        ))}
      </ol>
    </section>
  );
}

function ExcerptItem({ excerpt, agent }: { readonly excerpt: Excerpt; readonly agent: string }) {
  const t = useTranslation();
  const { me } = useInboxContext();
  const { title } = useAgent(agent);
  const { role, by, at, parts } = excerpt;
  const nameOf = useNames(by === undefined ? [] : [by]);
  const person = by === undefined || by === me ? t("inbox.you") : nameOf(by);
  return (
    <li className="ask-excerpt" data-role={role}>
      <p className="ask-excerpt-head">
        <bdi>{role === "agent" ? neutralise(title) : person}</bdi>
        <ClockTime at={at} />
      </p>
      {parts.map((part, index) => (
        <p
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only ever appended
          key={index}
          className={part.type === "tool" ? "ask-excerpt-tool" : "ask-excerpt-text"}
          dir="auto"
        >
          {part.type === "tool" ? t("inbox.thread.tool", { tool: readableName(part.name) }) : part.text}
        </p>
      ))}
    </li>
  );
}

const maxMessages = 6;

/** A message as the inbox shows it: its author, plain text and the tools that ran. */
interface Excerpt {
  readonly id: string;
  readonly role: Message["role"];
  readonly by: string | undefined;
  readonly at: string;
  readonly parts: readonly ExcerptPart[];
}

type ExcerptPart = { readonly type: "text"; readonly text: string } | { readonly type: "tool"; readonly name: string };

/** The last messages before an inquiry, without the inquiry itself, which has a card. */
export function excerptOf(messages: readonly Message[], inquiryId: string): readonly Excerpt[] {
  const end = messages.findIndex(({ blocks }) => blocks.some((block) => isAsk(block, inquiryId)));
  const before = end === -1 ? messages : messages.slice(0, end + 1);
  return before
    .map(({ id, role, by, at, blocks }) => ({ id, role, by, at, parts: blocks.flatMap((b) => partOf(b, inquiryId)) }))
    .filter(({ parts }) => parts.length > 0)
    .slice(-maxMessages);
}

function isAsk(block: Block, inquiryId: string): boolean {
  return block.type === "action" && block.inquiry.id === inquiryId;
}

function partOf(block: Block, inquiryId: string): readonly ExcerptPart[] {
  switch (block.type) {
    case "text":
    case "error":
      return [{ type: "text", text: markdownToPlainText(block.text) }];
    case "tool":
      // A tool that waits for permission, or was refused, did not run.
      return block.result && block.result.status !== "not-run" ? [{ type: "tool", name: block.call.name }] : [];
    case "action":
      return isAsk(block, inquiryId) ? [] : [{ type: "text", text: markdownToPlainText(block.extra.questionText) }];
    case "file":
      return [{ type: "text", text: block.file.name }];
    case "reasoning":
      return [];
  }
}
