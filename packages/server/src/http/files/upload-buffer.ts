import { err, ok, type Result } from "@askback/core";
import type { Problem } from "../problems/problem.ts";

/** Holds uploads in memory: each up to a limit, and all that are there at once up to another. */
export interface UploadBuffer {
  /** Gives the whole body to `use`, and holds it until that ends. `length` is what the client says that it has. */
  read<Value>(
    body: ReadableStream<Uint8Array> | null,
    length: number,
    use: (bytes: Buffer) => Promise<Value>,
  ): Promise<Result<Value, Problem>>;
}

export interface UploadBufferLimits {
  readonly fileBytes: number;
  readonly bufferedFileBytes: number;
}

export function createUploadBuffer({ fileBytes, bufferedFileBytes }: UploadBufferLimits): UploadBuffer {
  let held = 0;
  return {
    async read(body, length, use) {
      const chunks: Uint8Array[] = [];
      let size = 0;
      // A file that is alone always fits, so that no setting can refuse it for good.
      const isFull = (added: number) => held > size && held + added > bufferedFileBytes;
      if (length <= fileBytes && isFull(length)) return err(bufferFull);
      try {
        for await (const chunk of body ?? []) {
          if (size + chunk.length > fileBytes) return err(tooLarge(fileBytes));
          if (isFull(chunk.length)) return err(bufferFull);
          size += chunk.length;
          held += chunk.length;
          chunks.push(chunk);
        }
        return ok(await use(Buffer.concat(chunks)));
      } finally {
        held -= size;
      }
    },
  };
}

function tooLarge(limit: number): Problem {
  return {
    status: 413,
    code: "file-too-large",
    title: "This file is too large",
    detail: `A file may have ${limit} bytes.`,
    hint: "Send a smaller one; the server's owner can raise limits.fileBytes.",
  };
}

const bufferFull: Problem = {
  status: 503,
  code: "uploads-busy",
  title: "Too many files are being uploaded at once",
  hint: "Wait as long as Retry-After says and send it again; the server's owner can raise limits.bufferedFileBytes.",
};
