/** A name inside a sentence, kept from turning the direction of the words around it: `<bdi>` for plain strings. */
export function isolated(name: string): string {
  return `\u2068${name}\u2069`;
}
