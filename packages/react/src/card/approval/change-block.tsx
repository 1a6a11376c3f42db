import { structuredPatch } from "diff";
import { useMemo } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { CallBlock } from "./call-block.tsx";

/** The difference between two texts, with plus and minus signs, since colour must not be the only difference. */
export function ChangeBlock({ before, after }: { readonly before: string; readonly after: string }) {
  const t = useTranslation();
  const lines = useMemo(() => changedLines(before, after), [before, after]);
  if (lines.length === 0) return <p className="ask-muted">{t("approval.unchanged")}</p>;
  const shown = lines.map(({ kind, text }) => ({ kind, text: kind === "end" ? t("approval.noLineBreak") : text }));
  return (
    <CallBlock isTitled name={t("approval.changes")} text={shown.map(({ text }) => text).join("\n")}>
      {shown.map(({ kind, text }, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines of one text have no other name
        <span className="ask-line" data-diff={kind === "end" ? "place" : kind} key={row}>
          {`${text}\n`}
        </span>
      ))}
    </CallBlock>
  );
}

interface ChangedLine {
  /** `place` stands for lines that are left out, `end` for the lack of a line break at the end of the text. */
  readonly kind: "added" | "removed" | "same" | "place" | "end";
  /** The line with its sign. */
  readonly text: string;
}

/** Two texts that differ in more lines are not compared, since the work grows with the square of the differences. */
const maxChanges = 1_000;

/** The lines that differ, with three lines around them; all lines of both texts if they differ in very many. */
export function changedLines(before: string, after: string): readonly ChangedLine[] {
  const patch = structuredPatch("", "", before, after, undefined, undefined, {
    context: 3,
    maxEditLength: maxChanges,
  });
  if (!patch) return [...signed(before, "-"), ...signed(after, "+")];
  return patch.hunks.flatMap(({ oldStart, lines }): readonly ChangedLine[] => [
    ...(oldStart > 1 ? [{ kind: "place", text: "⋯" } as const] : []),
    ...lines.map((text): ChangedLine => ({ kind: kindOf(text), text })),
  ]);
}

function signed(text: string, sign: "-" | "+"): readonly ChangedLine[] {
  if (text === "") return [];
  return text.split("\n").map((line) => ({ kind: kindOf(sign), text: `${sign}${line}` }));
}

function kindOf(line: string): ChangedLine["kind"] {
  if (line.startsWith("+")) return "added";
  return line.startsWith("-") ? "removed" : line.startsWith("\\") ? "end" : "same";
}
