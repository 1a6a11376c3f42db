import { useMemo } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { CallBlock } from "./call-block.tsx";
import { changedLines } from "./changed-lines.ts";

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
