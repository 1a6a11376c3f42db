/** The types of files that people can attach. This is the one list: the server recognises them by their bytes. */
export const fileTypes = [
  "image/png",
  "image/jpeg",
  "image/webp",
  "image/gif",
  "application/pdf",
  "text/plain",
] as const;
export type FileType = (typeof fileTypes)[number];

export const fileLimits = { perMessage: 10, nameLength: 120 } as const;

/** A file that a message or an answer refers to. Its bytes are stored beside the log. */
export interface FileReference {
  readonly id: string;
  readonly name: string;
  readonly type: FileType;
  /** In bytes. */
  readonly size: number;
}

/** Why these files cannot be attached together; undefined when they can. */
export function filesMisfit(files: readonly FileReference[]): string | undefined {
  if (files.length > fileLimits.perMessage)
    return `${files.length} files are attached, and ${fileLimits.perMessage} are allowed`;
  if (new Set(files.map(({ id }) => id)).size < files.length) return "a file is attached twice";
  return undefined;
}

/** A file as a text names it, for readers that do not get its bytes. */
export function fileText({ name, type, size }: FileReference): string {
  return `[file: ${JSON.stringify(name)}, ${type}, ${sizeText(size)}]`;
}

function sizeText(size: number): string {
  if (size < 1024) return `${size} bytes`;
  if (size < 1024 * 1024) return `${Math.round(size / 1024)} KiB`;
  return `${(size / (1024 * 1024)).toFixed(1)} MiB`;
}
