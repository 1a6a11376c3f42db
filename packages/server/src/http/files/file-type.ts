import type { FileType } from "@askback/core";

/** The type of a file by its bytes; undefined if it is none that people can attach. */
export function fileTypeOf(bytes: Uint8Array): FileType | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, 16)).toString("latin1");
  if (head.startsWith("\x89PNG\r\n\x1a\n") && head.slice(12) === "IHDR") return "image/png";
  if (head.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (/^GIF8[79]a/.test(head)) return "image/gif";
  if (/^RIFF.{4}WEBP/s.test(head)) return "image/webp";
  if (/^%PDF-\d/.test(head)) return "application/pdf";
  return isPlainText(bytes) ? "text/plain" : undefined;
}

/** Markup is a program for some readers, so it is no plain text here, whatever its name. */
const markup = /^\s*<[!?a-z]/i;
/** All control characters but tab, line feed, form feed and carriage return. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to find
const control = /[\0-\x08\x0b\x0e-\x1f\x7f-\x9f]/;

function isPlainText(bytes: Uint8Array): boolean {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return false;
  }
  return text !== "" && !control.test(text) && !markup.test(text);
}

/** Whether a name or a declared type claims an image or a PDF. */
const binaryName = /\.(?:png|jpe?g|webp|gif|pdf|svgz?|html?|xhtml|zip|exe)$/i;
const binaryType = /^(?:image\/|application\/pdf)/i;

/** Whether a client says that a text is something else; between images it may be wrong, as it often is. */
export function isMisnamedText(type: FileType, name: string, declared: string): boolean {
  return type === "text/plain" && (binaryName.test(name) || binaryType.test(declared));
}
