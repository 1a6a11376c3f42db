/** Texts of about so many characters, each of which makes a parser of markdown or its readers slow in another way. */
export const hostileTexts: Readonly<Record<string, (length: number) => string>> = {
  "lists in lists": (length) => `${"- ".repeat(length / 2)}x`,
  "numbered lists in lists": (length) => `${"1. ".repeat(length / 3)}x`,
  "lists in lists by indentation": (length) => lines(length, (line) => `${"  ".repeat(line)}- a`),
  "lists in lists after lines that continue": (length) => lines(length, (line) => `${"  ".repeat(line)}- a\n2. b`),
  quotations: (length) => `${"> ".repeat(length / 2)}x`,
  "quotations without spaces": (length) => `${">".repeat(length)}x`,
  "quotations of lists": (length) => `${"> - ".repeat(length / 4)}x`,
  "a deep quotation that goes on": (length) => `${"> ".repeat(20)}a\n${"b\n".repeat(length / 2)}`,
  "deep lists in every line": (length) => `${"- ".repeat(20)}a\n`.repeat(length / 42),
  "lines that continue quotations": (length) => "> a\nb\n".repeat(length / 6),
  "nested emphasis": (length) => `${"*_".repeat(length / 2)}x`,
  "emphasis that is not closed": (length) => "**a **b ".repeat(length / 8),
  "emphasis that does not match": (length) => "*a_ ".repeat(length / 4),
  "emphasis that is not opened": (length) => "a* ".repeat(length / 3),
  "runs of stars": (length) => `${"*".repeat(length / 2)}a${"*".repeat(length / 2)}`,
  "struck text": (length) => "~a~~ ".repeat(length / 5),
  "opening brackets": (length) => "[".repeat(length),
  "closing brackets": (length) => "]".repeat(length),
  "nested brackets": (length) => `${"[".repeat(length / 2)}a${"]".repeat(length / 2)}`,
  "nested images": (length) => `${"![".repeat(length / 6)}${"](x)".repeat(length / 6)}`,
  "links that are not closed": (length) => '[a](b "'.repeat(length / 7),
  "brackets before parentheses": (length) => "[ (](".repeat(length / 5),
  "many links": (length) => "[a](b) ".repeat(length / 7),
  "definitions of links": (length) => lines(length / 2, (line) => `[${line}]: /a`) + "[1] ".repeat(length / 8),
  footnotes: (length) => "[^a]".repeat(length / 4),
  "runs of backticks": (length) => lines(length, (line) => "`".repeat(line + 1)).replaceAll("\n", " "),
  "one run of backticks": (length) => "`".repeat(length),
  instructions: (length) => "a<?".repeat(length / 3),
  "sections of characters": (length) => "a<![CDATA[".repeat(length / 10),
  tags: (length) => "<a ".repeat(length / 3),
  "signs that begin tags": (length) => "<".repeat(length),
  "a table of many columns": (length) => `${"|a".repeat(length / 4)}|\n${"|-".repeat(length / 4)}|\n`,
  "a table of many empty cells": (length) => `${"|a".repeat(60)}|\n${"|-".repeat(60)}|\n${"|b\n".repeat(length / 3)}`,
  "headings under lines": (length) => "a\n=\n".repeat(length / 4),
  "empty items": (length) => "-\n".repeat(length / 2),
  fences: (length) => "```\n".repeat(length / 4),
  "a long fence": (length) => `\`\`\`js\n${"x();\n".repeat(length / 5)}\`\`\``,
  "empty lines": (length) => `a${"\n".repeat(length)}b`,
  "many paragraphs": (length) => "*a*\n\n".repeat(length / 5),
  "a word without end": (length) => "w".repeat(length),
  addresses: (length) => "a@b.c ".repeat(length / 6),
  links: (length) => `https://a.example/${"?!.".repeat(length / 3)}`,
  "combining characters": (length) => `*a*${"\u0301\u0489".repeat(length / 2)}`,
  "characters that reorder": (length) => "*a*\u202e\u2066b".repeat(length / 6),
  "nested JSON": (length) => `${"[".repeat(length / 2)}${"]".repeat(length / 2)}`,
};

/** Lines made by their numbers, up to a length. */
function lines(length: number, line: (nth: number) => string): string {
  const made: string[] = [];
  for (let nth = 0, size = 0; size < length; nth += 1) {
    const next = line(nth);
    made.push(next);
    size += next.length + 1;
  }
  return made.join("\n");
}
