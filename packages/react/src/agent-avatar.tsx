import type { Avatar } from "@askback/core";
import type { CSSProperties } from "react";

interface AgentAvatarProps {
  readonly avatar: Avatar;
  /** 24 px unless it is large, as on an agent's own page. */
  readonly size?: "large";
}

/** The square that stands for an agent. It is hidden from screen readers, so the agent's title must stand beside it. */
export function AgentAvatar({ avatar: { symbol, hue }, size }: AgentAvatarProps) {
  const style: CSSProperties & { readonly "--ask-avatar-hue": number } = { "--ask-avatar-hue": hue };
  return (
    <span className="ask-avatar" data-size={size} aria-hidden="true" style={style}>
      {symbol}
    </span>
  );
}
