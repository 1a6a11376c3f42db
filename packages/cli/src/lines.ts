import { ArchiveRefused } from "@askback/server";

/** Longer than anything that an export writes; without a limit one hostile line could take all memory. */
const longestLine = 64 * 1024 * 1024;

/** The lines of a text that comes in pieces. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let parts: string[] = [];
  let length = 0;
  let number = 1;

  function decoded(chunk?: Uint8Array): string {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw refused(`line ${number} or one soon after it is no UTF-8 text`);
    }
  }

  for await (const chunk of chunks) {
    const [rest = "", ...more] = decoded(chunk).split("\n");
    parts.push(rest);
    length += rest.length;
    for (const next of more) {
      yield parts.join("");
      number += 1;
      parts = [next];
      length = next.length;
    }
    if (length > longestLine) throw refused(`line ${number} is longer than any line of an export`);
  }
  const last = parts.join("") + decoded();
  if (last !== "") yield last;
}

function refused(message: string): ArchiveRefused {
  return new ArchiveRefused(message, "Nothing was imported. Export again, or use another copy of the file.");
}
