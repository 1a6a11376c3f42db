import { type ClientRequestArgs, request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { type BlockList, connect, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";

export interface PostRequest {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
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
  const isSecure = url.protocol === "https:";
  const send = isSecure ? httpsRequest : httpRequest;
  const options = {
    method: "POST",
    signal,
    headers: { ...headers, "content-length": Buffer.byteLength(body) },
    createConnection: (address: ClientRequestArgs) => connectTo(address, { isSecure, signal, blocked }),
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

type Connecting = Pick<PostRequest, "signal" | "blocked"> & { readonly isSecure: boolean };

/** The socket checks each address that it connects to. One of TLS does not, so TLS is put on a socket that does. */
function connectTo({ host, port }: ClientRequestArgs, { isSecure, signal, blocked }: Connecting): Socket {
  const name = host ?? "";
  const socket = connect({ host: name, port: Number(port), signal, ...(blocked && { blockList: blocked }) });
  if (!isSecure) return socket;
  return connectTls({ socket, host: name, servername: isIP(name) === 0 ? name : "", ALPNProtocols: ["http/1.1"] });
}
