/** What a terminal shows after the bytes that a program wrote: enough of a VT100 for lines that are redrawn in place. */
export interface VirtualScreen {
  write(output: string): void;
  /** The lines from the first to the last that is not empty, without the space at their ends. */
  text(): string;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: a terminal is controlled by such characters
const sequence = /\u001B\[([\d;?]*)([A-Za-z])|\u001B\][^\u0007]*\u0007|\u001B[=>78]|[\s\S]/gu;

export function createVirtualScreen(): VirtualScreen {
  const lines: string[][] = [[]];
  let row = 0;
  let column = 0;
  const line = () => {
    while (lines.length <= row) lines.push([]);
    return lines[row] as string[];
  };

  function control(parameters: string, letter: string): void {
    const count = Number(parameters) || 1;
    if (letter === "A") row = Math.max(0, row - count);
    if (letter === "B") row += count;
    if (letter === "C") column += count;
    if (letter === "D") column = Math.max(0, column - count);
    if (letter === "E") [row, column] = [row + count, 0];
    if (letter === "F") [row, column] = [Math.max(0, row - count), 0];
    if (letter === "G") column = count - 1;
    if (letter === "K") line().splice(parameters === "2" ? 0 : column);
    if (letter === "J") {
      line().splice(column);
      lines.splice(row + 1);
    }
  }

  return {
    write(output) {
      for (const [text, parameters, letter] of output.matchAll(sequence)) {
        if (letter !== undefined) control(parameters ?? "", letter);
        else if (text === "\n") row++;
        else if (text === "\r") column = 0;
        else if (text === "\b") column = Math.max(0, column - 1);
        else if (text >= " ") {
          const current = line();
          while (current.length < column) current.push(" ");
          current[column++] = text;
        }
      }
    },
    text: () =>
      lines
        .map((characters) => characters.join("").trimEnd())
        .join("\n")
        .trimEnd(),
  };
}
