import { once } from "node:events";
import { createServer } from "node:https";
import { type AddressInfo, BlockList } from "node:net";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { expect, onTestFinished, test } from "vitest";
import { certificate, privateKey } from "../testing/certificate.ts";
import { post } from "./post.ts";

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8, "ipv4");
loopback.addAddress("::1", "ipv6");

/** A receiver with TLS, and how many connections it got. */
async function startSecureReceiver() {
  const connections: unknown[] = [];
  const server = createServer({ key: privateKey, cert: certificate }, (request, response) => {
    request.resume();
    response.writeHead(204).end();
  });
  server.on("connection", (socket) => connections.push(socket));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  return { port: (server.address() as AddressInfo).port, connections };
}

function send(url: string, blocked?: BlockList, signal = new AbortController().signal) {
  return post(new URL(url), { headers: {}, body: "{}", signal, blocked });
}

function trust(): void {
  const before = getCACertificates();
  setDefaultCACertificates([...before, certificate]);
  onTestFinished(() => setDefaultCACertificates(before));
}

test.each(["localhost", "127.0.0.1"])(
  "[WEBHOOK-7] with TLS too no connection is made to a private address: %s",
  async (host) => {
    trust();
    const { port, connections } = await startSecureReceiver();
    await expect(send(`https://${host}:${port}/`, loopback)).rejects.toMatchObject({ code: "ERR_IP_BLOCKED" });
    expect(connections).toEqual([]);
    expect(await send(`https://${host}:${port}/`)).toMatchObject({ status: 204 });
  },
);

test("[WEBHOOK-7] a certificate that nobody has signed, or of another name, is refused", async () => {
  const { port } = await startSecureReceiver();
  await expect(send(`https://localhost:${port}/`)).rejects.toMatchObject({ code: "DEPTH_ZERO_SELF_SIGNED_CERT" });
  trust();
  await expect(send(`https://[::ffff:127.0.0.1]:${port}/`)).rejects.toMatchObject({
    code: "ERR_TLS_CERT_ALTNAME_INVALID",
  });
});
