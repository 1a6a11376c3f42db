import { neutralise } from "@askback/core";
import type { Inquiry } from "@askback/core/wire";
import { useSource } from "../use-source.ts";
import { useInboxLive } from "./use-inbox-live.ts";

/** Who asks, and in which conversation. */
export function RowNames({ inquiry }: { readonly inquiry: Inquiry }) {
  const title = useSource(useInboxLive().title(inquiry.conversationId));
  return (
    <span className="ask-row-names">
      <bdi className="ask-row-agent">{neutralise(inquiry.agent)}</bdi>
      {title && (
        <span className="ask-row-title">
          {" · "}
          <bdi>{neutralise(title)}</bdi>
        </span>
      )}
    </span>
  );
}
