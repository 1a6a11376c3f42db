import { neutralise } from "../ask/plain-text.ts";

/** A small square: a letter or an emoji on a colour. */
export interface Avatar {
  readonly symbol: string;
  /** The colour's angle, from 0 to 359. */
  readonly hue: number;
}

/** How people see an agent: they never read its name in the configuration. */
export interface AgentProfile {
  readonly title: string;
  readonly avatar: Avatar;
}

interface GivenProfile {
  readonly title?: string | undefined;
  readonly avatar?: { readonly symbol?: string | undefined; readonly hue?: number | undefined } | undefined;
}

/** The profile of an agent; what its definition does not give derives from its name. */
export function profileOf(name: string, { title = readableName(name), avatar = {} }: GivenProfile = {}): AgentProfile {
  const { symbol = initialOf(title), hue = hueOf(name) } = avatar;
  return { title, avatar: { symbol, hue } };
}

/** The name of an agent or a tool for people: `release-manager` and `releaseManager` become "Release manager". */
export function readableName(name: string): string {
  const [first = "", ...rest] = nameInWords(name);
  return first.toUpperCase() + rest.join("");
}

/** Writes a name as it reads inside a sentence: `shop__sendEmail`, a tool of the server `shop`, becomes "shop: send email". */
export function nameInWords(name: string): string {
  const words = neutralise(name).replace(/(?<=[^\s_-])__(?=[^\s_-])/g, ": ");
  return (
    words
      .split(/[\s_-]+/)
      .map(splitCamelCase)
      .join(" ")
      .trim() || name
  );
}

/** Splits only words that begin in lower case, so that a name such as GitHub stays whole. */
function splitCamelCase(word: string): string {
  if (!/^\p{Ll}{2}/u.test(word)) return word;
  return word.replace(/(?<=\p{Ll})\p{Lu}(?=\p{Ll})/gu, (letter) => ` ${letter.toLowerCase()}`);
}

function initialOf(title: string): string {
  const [first = "?"] = title;
  return first.toUpperCase();
}

/** Gives the same hue for the same name, on every server and in every browser. */
function hueOf(name: string): number {
  let hash = 0;
  for (const character of name) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) % 100_003;
  return hash % 360;
}
