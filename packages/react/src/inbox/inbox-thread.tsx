import { neutralise } from "@askback/core";
import type { Inquiry } from "@askback/core/wire";
import { useId } from "react";
import { useAskback } from "../askback-context.ts";
import { ClockTime } from "../chat/clock-time.tsx";
import { useWords } from "../i18n/use-words.ts";
import { valueIn } from "../live/known.ts";
import { useSource } from "../use-source.ts";
import { useInboxParts } from "./inbox-context.ts";
import { type Excerpt, excerptOf } from "./thread-excerpt.ts";

/** The last messages before the inquiry, so that it can be understood where it is answered. */
export function InboxThread({ inquiry }: { readonly inquiry: Inquiry }) {
  const words = useWords();
  const heading = useId();
  const thread = useAskback().live.thread(inquiry.conversationId);
  const messages = valueIn(useSource(thread))?.messages ?? [];
  const excerpts = excerptOf(messages, inquiry.id);
  if (excerpts.length === 0) return null;
  return (
    <section className="ask-inbox-thread" aria-labelledby={heading}>
      <h3 id={heading}>{words("inbox.thread")}</h3>
      <ol>
        {excerpts.map((excerpt) => (
          <ExcerptItem key={excerpt.id} excerpt={excerpt} agent={inquiry.agent} />
        ))}
      </ol>
    </section>
  );
}

function ExcerptItem({ excerpt, agent }: { readonly excerpt: Excerpt; readonly agent: string }) {
  const words = useWords();
  const { me } = useInboxParts();
  const { role, by, at, parts } = excerpt;
  const person = by === undefined || by === me ? words("inbox.you") : neutralise(by);
  return (
    <li className="ask-excerpt" data-role={role}>
      <p className="ask-excerpt-head">
        <bdi>{role === "agent" ? neutralise(agent) : person}</bdi>
        <ClockTime at={at} />
      </p>
      {parts.map((part, index) => (
        <p
          // biome-ignore lint/suspicious/noArrayIndexKey: blocks are only ever appended
          key={index}
          className={part.type === "tool" ? "ask-excerpt-tool" : "ask-excerpt-text"}
          dir="auto"
        >
          {part.type === "tool" ? words("inbox.thread.tool", { tool: part.name }) : part.text}
        </p>
      ))}
    </li>
  );
}
