import { request as httpRequest, type RequestOptions } from "node:http";
import { request as httpsRequest } from "node:https";
import type { BlockList } from "node:net";

export interface PostRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly signal: AbortSignal;
  /** Addresses to which no connection is made, whatever name led there. */
  readonly blocked: BlockList | undefined;
}

export interface PostResponse {
  readonly status: number;
  readonly retryAfter?: string | undefined;
}

/** Sends a body on a connection of its own. Redirects are not followed, and the response's body is not read. */
export function post(url: URL, { headers, body, signal, blocked }: PostRequest): Promise<PostResponse> {
  const send = url.protocol === "https:" ? httpsRequest : httpRequest;
  const options: RequestOptions & { readonly blockList?: BlockList } = {
    method: "POST",
    agent: false,
    signal,
    headers: { ...headers, "content-length": Buffer.byteLength(body) },
    // The socket checks each address that it connects to.
    ...(blocked && { blockList: blocked }),
  };
  return new Promise((resolve, reject) => {
    const request = send(url, options, (response) => {
      const { statusCode = 0, headers: received } = response;
      resolve({ status: statusCode, retryAfter: received["retry-after"] });
      response.destroy();
    });
    request.on("error", reject);
    request.end(body);
  });
}
