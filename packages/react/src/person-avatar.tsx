import { neutralise } from "@askback/core";
import { useContext } from "react";
import { AgentAvatar } from "./agent-avatar.tsx";
import { PeopleContext } from "./use-people.ts";

interface PersonAvatarProps {
  /** The id of a person, or the name of a key. */
  readonly person: string;
  /** 20 px unless it is large, as in a list of people. */
  readonly size?: "large";
}

/**
 * The round mark of somebody, also of who has left: what they chose, or the first letter of their name. It is drawn from text,
 * so that nothing is loaded. It is hidden from screen readers, so their name must stand beside it.
 */
export function PersonAvatar({ person, size }: PersonAvatarProps) {
  const { name = person, avatar } = useContext(PeopleContext)(person) ?? {};
  return (
    <span className="ask-person" data-size={size}>
      <AgentAvatar avatar={avatar ?? { symbol: firstLetter(neutralise(name)), hue: hueOf(person) }} />
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
