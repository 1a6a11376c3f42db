/** The words of a command line: quotes keep spaces, and a backslash keeps the next character. No shell reads it. */
export function splitCommandLine(line: string): readonly string[] {
  const words: string[] = [];
  let word: string | undefined;
  let quote: string | undefined;
  for (let index = 0; index < line.length; index += 1) {
    const character = line.charAt(index);
    if (quote !== undefined && character === quote) quote = undefined;
    else if (quote === undefined && (character === '"' || character === "'")) {
      quote = character;
      word ??= "";
    } else if (character === "\\" && quote !== "'" && index + 1 < line.length) {
      index += 1;
      word = (word ?? "") + line.charAt(index);
    } else if (quote === undefined && /\s/.test(character)) {
      if (word !== undefined) words.push(word);
      word = undefined;
    } else word = (word ?? "") + character;
  }
  if (quote !== undefined) throw new Error(`a quote ${quote} is not closed in: ${line}`);
  if (word !== undefined) words.push(word);
  return words;
}
