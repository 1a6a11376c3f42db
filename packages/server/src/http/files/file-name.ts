import { type FileType, fileLimits } from "@askback/core";

const extensions: Readonly<Record<FileType, string>> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/webp": "webp",
  "image/gif": "gif",
  "application/pdf": "pdf",
  "text/plain": "txt",
};

/** The name that a client sent, percent-encoded; empty where it cannot be read. */
export function decodeFileName(header: string | undefined): string {
  try {
    return decodeURIComponent(header ?? "");
  } catch {
    return "";
  }
}

/** A name without a path and without characters that change how it is shown or stored. */
export function toFileName(given: string, type: FileType): string {
  const base = given.slice(Math.max(given.lastIndexOf("/"), given.lastIndexOf("\\")) + 1);
  const plain = base
    .toWellFormed()
    .normalize("NFC")
    .replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u{2028}\u{2029}]/gu, "")
    .replaceAll(/[<>:"|?*]/g, "_")
    .replaceAll(/\s+/g, " ")
    // Without the look behind, a long run of dots in the middle would be tried from each of them.
    .replace(/^[.\s]+|(?<![.\s])[.\s]+$/g, "");
  return plain === "" ? `file.${extensions[type]}` : shorten(plain);
}

/** Cuts the middle of a long name, by code points, and keeps its extension. */
function shorten(name: string): string {
  const characters = [...name];
  const surplus = characters.length - fileLimits.nameLength;
  if (surplus <= 0) return name;
  const [extension = ""] = /\.[^.]{1,12}$/.exec(name) ?? [];
  const kept = fileLimits.nameLength - 1 - [...extension].length;
  return `${characters.slice(0, kept).join("")}…${extension}`;
}

/** The header that gives the name to whoever saves the file. */
export function contentDisposition(how: "inline" | "attachment", name: string): string {
  const ascii = name.replaceAll(/[^\x20-\x7e]|["\\%]/g, "_");
  const encoded = encodeURIComponent(name).replaceAll(/['()*]/g, (some) => `%${some.charCodeAt(0).toString(16)}`);
  return `${how}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
