const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const accented = "áƀçđéƒğĥíĵķĺḿñóƥʠŕšţúṽŵẋýžÁƁÇĐÉƑĞĤÍĴĶĹḾÑÓƤɊŔŠŢÚṼŴẊÝŽ";
const accentOf = new Map([...letters].map((letter, index) => [letter, [...accented][index] ?? letter]));

/**
 * A catalogue that nobody speaks, made of English: every letter has an accent, vowels are doubled, which makes it longer by
 * almost half, and each message stands in brackets. Text without them did not come from a catalogue.
 */
export function pseudo<Id extends string>(catalogue: Readonly<Record<Id, string>>): Readonly<Record<Id, string>> {
  const entries = Object.entries<string>(catalogue).map(([id, message]) => [id, `⟦${disguised(message)}⟧`]);
  return Object.fromEntries(entries);
}

/** Text with accents; what stands in braces keeps its names and has only its own text changed. */
function disguised(message: string): string {
  const start = message.indexOf("{");
  if (start < 0) return lengthened(message);
  const end = closing(message, start);
  const inner = message.slice(start + 1, end);
  return `${lengthened(message.slice(0, start))}{${argument(inner)}}${disguised(message.slice(end + 1))}`;
}

/** `count, plural, one {# option} other {# options}` has messages in it, and `agent` has none. */
function argument(inner: string): string {
  const start = inner.indexOf("{");
  if (start < 0) return inner;
  const end = closing(inner, start);
  return `${inner.slice(0, start)}{${disguised(inner.slice(start + 1, end))}}${argument(inner.slice(end + 1))}`;
}

function closing(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    if (text[at] === "{") depth += 1;
    if (text[at] === "}") depth -= 1;
    if (depth === 0) return at;
  }
  throw new Error(`A brace is never closed: ${text}`);
}

function lengthened(text: string): string {
  return text.replaceAll(/[aeiou]/gi, "$&$&").replaceAll(/[a-z]/gi, (letter) => accentOf.get(letter) ?? letter);
}
