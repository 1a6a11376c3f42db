/** The formats in which a conversation can be exported. */
export const exportFormats = ["markdown", "json"] as const;
export type ExportFormat = (typeof exportFormats)[number];

const maxNameLength = 60;

/** A file name for an exported conversation: only letters and digits of its title, so that no system reads more into it. */
export function exportFileName(
  { title = "", id }: { readonly title?: string | undefined; readonly id: string },
  format: ExportFormat,
): string {
  const words = title.normalize("NFC").match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const name = [...words.join("-")].slice(0, maxNameLength).join("").replace(/-$/, "");
  return `${name === "" ? id : name}.${format === "markdown" ? "md" : "json"}`;
}
