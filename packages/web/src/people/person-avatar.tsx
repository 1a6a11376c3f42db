import type { Person } from "@askback/core/wire";
import { AgentAvatar } from "@askback/react";

/** The round mark of a person: what they chose, or the first letter of their name. Their name must stand beside it. */
export function PersonAvatar({ person: { id, name, avatar } }: { readonly person: Person }) {
  return (
    <span className="app-person-avatar">
      <AgentAvatar avatar={avatar ?? { symbol: firstLetter(name), hue: hueOf(id) }} />
    </span>
  );
}

function firstLetter(name: string): string {
  const [first] = new Intl.Segmenter().segment(name.trim());
  return first?.segment.toLocaleUpperCase() ?? "?";
}

/** The same for an id wherever it is shown. */
function hueOf(id: string): number {
  return [...id].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360, 7);
}
