import * as z from "zod";
import { fileLimits, fileTypes } from "../model/file.ts";
import type { ResponseBody } from "./schema.ts";

const fileId = z.string().regex(/^file_[0-9a-f]{40}$/, "is no id of a file");

/** A file that is stored; `POST /v1/files` returns it, and messages and answers refer to it. */
export const File = z
  .object({
    id: fileId.meta({ example: "file_0f343b0931126a20f133d67c2b018a3b5e5bf0a4" }),
    name: z.string().max(fileLimits.nameLength),
    type: z.enum(fileTypes).meta({ description: "Read from the bytes" }),
    size: z.int().min(0).meta({ description: "In bytes" }),
  })
  .meta({ id: "File" });
export type File = ResponseBody<typeof File>;

/** The files of a message or an answer, by their ids. */
export const FileIds = z.array(fileId).max(fileLimits.perMessage);
