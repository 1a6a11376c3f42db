import { createHash } from "node:crypto";
import { fileTypes } from "@askback/core";
import * as wire from "@askback/core/wire";
import { fileUnknown, readableFile, unusedFileLifetimeMs } from "../files/file-access.ts";
import { contentDisposition, decodeFileName, toFileName } from "../files/file-name.ts";
import { fileTypeOf, isMisnamedText } from "../files/file-type.ts";
import { createUploadBuffer, type UploadBufferLimits } from "../files/upload-buffer.ts";
import type { Problem } from "../problems/problem.ts";
import { type App, type AppContext, addRoute } from "../route.ts";
import { IdParams } from "../schemas.ts";
import type { Services } from "../services.ts";

const common = { tag: "Files", scope: "any" } as const;

interface FileRouteLimits extends UploadBufferLimits {
  /** How many bytes the uploads of one caller may have that no conversation uses. */
  readonly unusedFileBytes: number;
}

/** The routes of files. They take and give bytes, so they come before the checks of JSON bodies. */
export function addFileRoutes(app: App, { store }: Pick<Services, "store">, limits: FileRouteLimits): void {
  const buffer = createUploadBuffer(limits);

  async function saveUpload(context: AppContext, bytes: Buffer) {
    if (bytes.length === 0) return emptyFile;
    const given = decodeFileName(context.req.header("file-name"));
    const type = fileTypeOf(bytes);
    if (!type || isMisnamedText(type, given, context.req.header("content-type") ?? "")) return unsupportedType;
    const { id: uploadedBy, project } = context.get("principal");
    const name = toFileName(given, type);
    const hash = sha256(bytes);
    const id = `file_${sha256(JSON.stringify([project, uploadedBy, name, hash])).slice(0, 40)}`;
    const file = { id, name, type, size: bytes.length };
    const unusedBytes = await store.files.otherUnusedBytes({ id, project, uploadedBy }, unusedFileLifetimeMs);
    if (unusedBytes + bytes.length > limits.unusedFileBytes) return tooManyUnused(limits.unusedFileBytes);
    await store.files.save({ ...file, hash, project, uploadedBy, bytes });
    return { status: 201, body: file } as const;
  }

  addRoute(
    app,
    {
      ...common,
      method: "post",
      path: "/v1/files",
      summary: "Upload a file",
      description: `The body is the file: ${fileTypes.join(", ")}, at most ${limits.fileBytes} bytes. Its type is read from the bytes. Messages and answers name it by its id; a file that none uses is deleted after 24 hours.`,
      bytes: "request",
      isRepeatable: true,
      status: 201,
      response: wire.File,
    },
    async (context) => {
      const length = Number(context.req.header("content-length") ?? 0);
      const handled = await buffer.read(context.req.raw.body, length, (bytes) => saveUpload(context, bytes));
      if (handled.ok) return handled.value;
      // The rest of the body is not read, so nothing else can be sent on this connection.
      context.header("connection", "close");
      return handled.error;
    },
  );

  addRoute(
    app,
    {
      ...common,
      method: "get",
      path: "/v1/files/{id}",
      summary: "Read a file",
      description: "For who uploaded it and whoever may see a conversation that uses it.",
      params: IdParams,
      bytes: "response",
      status: 200,
    },
    async (context, { params: { id } }) => {
      const file = await readableFile(store, context, id);
      const bytes = file && (await store.files.read(id));
      if (!bytes) return fileUnknown;
      const isImage = file.type.startsWith("image/");
      const etag = `"${file.hash}"`;
      const headers = {
        // Access is checked at every read, also of a cached copy: after a deletion nobody sees it.
        "cache-control": "private, no-cache",
        etag,
        "content-security-policy": "default-src 'none'; sandbox",
        "content-disposition": contentDisposition(isImage ? "inline" : "attachment", file.name),
      };
      if (context.req.header("if-none-match") === etag) return context.body(null, 304, headers);
      const type = file.type === "text/plain" ? "text/plain; charset=utf-8" : file.type;
      return context.body(new Uint8Array(bytes), 200, { ...headers, "content-type": type });
    },
  );
}

function sha256(content: Uint8Array | string): string {
  return createHash("sha256").update(content).digest("hex");
}

function tooManyUnused(limit: number): Problem {
  return {
    status: 422,
    code: "unused-files-too-large",
    title: "Too many uploaded files are not sent yet",
    detail: `Files that no message or answer uses may have ${limit} bytes together.`,
    hint: "Send what they are attached to, or wait: a file that nothing uses is deleted after 24 hours, one in a draft after 30 days. The server's owner can raise limits.unusedFileBytes.",
  };
}

const unsupportedType: Problem = {
  status: 415,
  code: "file-type-unsupported",
  title: "This type of file is not supported",
  hint: "Send a PNG, JPEG, WebP or GIF image, a PDF, or plain text in UTF-8. HTML, SVG and XML are not taken, and no text under the name of an image.",
};

const emptyFile: Problem = {
  status: 422,
  code: "file-empty",
  title: "This file is empty",
  hint: "Send a file with content.",
};
