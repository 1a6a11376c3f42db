import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
// @ts-expect-error it has no types of its own
import Provider from "oidc-provider";
import { onTestFinished } from "vitest";

/** A real provider of OpenID Connect on loopback; whoever signs in there is called by the name that they typed. */
export interface TestProvider {
  readonly issuer: string;
  /** Leads a browser through the provider's pages as somebody, and gives the address to which it is sent back. */
  signIn(authorizationUrl: string, login: string): Promise<URL>;
}

interface ProviderInstance {
  readonly proxy: boolean;
  callback(): RequestListener;
}

export async function startOidcProvider(redirectUri: string): Promise<TestProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: "askback",
        client_secret: "client-secret",
        redirect_uris: [redirectUri],
        // A server process chooses its port after the provider has started, and that of a native client may be any.
        ...(redirectUri.startsWith("http://127.0.0.1/") && { application_type: "native" }),
      },
    ],
    pkce: { required: () => true },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    // The claims of the scopes are in the ID token too.
    conformIdTokenClaims: false,
    cookies: { keys: ["a test"] },
    findAccount: (_: unknown, id: string) => ({
      accountId: id,
      claims: async () => ({
        sub: id,
        name: id,
        email: `${id}@example.org`,
        email_verified: !id.startsWith("unverified"),
      }),
    }),
  }) as ProviderInstance;
  server.on("request", provider.callback());
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  return {
    issuer,
    async signIn(authorizationUrl, login) {
      const jar = new Map<string, string>();
      let url = new URL(authorizationUrl);
      let form: string | undefined;
      while (url.origin === issuer) {
        const response: Response = await fetch(url, {
          redirect: "manual",
          headers: {
            cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; "),
            ...(form !== undefined && { "content-type": "application/x-www-form-urlencoded" }),
          },
          ...(form !== undefined && { method: "POST", body: form }),
        });
        for (const header of response.headers.getSetCookie()) {
          const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
          if (value === "") jar.delete(name);
          else jar.set(name, value);
        }
        const location = response.headers.get("location");
        if (location !== null) {
          url = new URL(location, url);
          form = undefined;
          continue;
        }
        const page = await response.text();
        if (!response.ok) throw new Error(`${response.status} of ${url}: ${page}`);
        form = page.includes('name="login"') ? `prompt=login&login=${login}&password=x` : "prompt=consent";
      }
      return url;
    },
  };
}
