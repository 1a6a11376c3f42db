import { neutralise } from "@askback/core";
import { useLingui } from "@lingui/react";

interface FileLabelProps {
  readonly file: { readonly name: string; readonly size: number };
  /** What is said in place of the size. */
  readonly note?: string | undefined;
  readonly isBusy?: boolean;
}

/** The name of a file, and its size or what happens to it. */
export function FileLabel({ file, note, isBusy = false }: FileLabelProps) {
  const { i18n } = useLingui();
  return (
    <span className="ask-file-label" aria-busy={isBusy || undefined}>
      <bdi className="ask-file-name">{neutralise(file.name)}</bdi>
      <span className="ask-muted">{note ?? <bdi>{sizeText(file.size, i18n.locale)}</bdi>}</span>
    </span>
  );
}

/** A size in the units that people know from their computers. */
function sizeText(bytes: number, locale: string): string {
  const [value, unit] =
    bytes < 1_000_000 ? [Math.max(1, Math.round(bytes / 1_000)), "kilobyte"] : [bytes / 1_000_000, "megabyte"];
  return new Intl.NumberFormat(locale, { style: "unit", unit: String(unit), maximumFractionDigits: 1 }).format(
    Number(value),
  );
}
