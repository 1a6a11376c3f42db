import type { File as StoredFile } from "@askback/core/wire";
import type { AttachmentList } from "@askback/react";
import type { ComponentProps } from "react";

const photo: StoredFile = { id: "file_photo", name: "whiteboard.png", type: "image/png", size: 184_320 };
const plan: StoredFile = { id: "file_plan", name: "Plan for May.pdf", type: "application/pdf", size: 2_400_000 };
const log: StoredFile = { id: "file_log", name: `${"x".repeat(110)}.txt`, type: "text/plain", size: 812 };

/** Files as messages and answers have them; the workshop's server has lost the last one. */
export const files: readonly StoredFile[] = [
  photo,
  plan,
  log,
  { id: "file_gone", name: "sketch.webp", type: "image/webp", size: 40_960 },
];

type ListProps = ComponentProps<typeof AttachmentList>;
type FieldFile = ListProps["attachments"]["files"][number];

const attached = ({ id, ...file }: StoredFile, status: FieldFile["status"]): FieldFile => ({
  ...file,
  key: id,
  status,
});
const field: ListProps["attachments"] = { files: [], rejections: [], maxBytes: 10 * 1024 * 1024, remove() {} };
const problem = {
  type: "https://askback.dev/errors/file-empty",
  status: 422,
  code: "file-empty",
  title: "The file is empty",
  hint: "Choose another one.",
};

/** The files of a field, in every state. */
export const attachmentLists: readonly { readonly name: string; readonly list: ListProps }[] = [
  {
    name: "on their way",
    list: {
      attachments: {
        ...field,
        files: [attached(photo, "uploading"), attached(plan, "waiting"), attached(log, "uploaded")],
      },
    },
  },
  { name: "in a draft", list: { attachments: field, stored: files } },
  { name: "read only", list: { attachments: field, stored: files, isReadOnly: true } },
  {
    name: "not attached",
    list: {
      attachments: {
        ...field,
        rejections: [
          { reason: "unsupported", name: "movie.mp4" },
          { reason: "too-large", name: "scan.pdf" },
          { reason: "too-many", name: "eleventh.png" },
          { reason: "refused", name: "empty.txt", problem },
        ],
      },
    },
  },
];
