import type { Configuration } from "openid-client";
import type { Role } from "../../../store/people/directory.ts";

/** A provider of OpenID Connect by which people sign in. */
export interface OidcSettings {
  /** Its name in addresses, such as `google`. */
  readonly name: string;
  /** Its name for people; the name in addresses unless given. */
  readonly title?: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret?: string;
  /** `openid email profile` unless given. */
  readonly scopes?: string;
  /** Who becomes a member by signing in, without an invitation; nobody unless given. */
  readonly admit?: {
    /** Verified addresses with these domains, such as `example.org`. */
    readonly emailDomains?: readonly string[];
    /** These verified addresses. */
    readonly emails?: readonly string[];
    /** `default` unless given. */
    readonly project?: string;
    /** `member` unless given. */
    readonly role?: Exclude<Role, "owner">;
    readonly groups?: readonly string[];
  };
}

/** What a browser keeps between leaving for the provider and coming back, sealed. */
export interface Flow {
  readonly provider: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly next: string;
  readonly startedAt: number;
  /** The token of the invitation that the person wants to accept. */
  readonly invitation?: string | undefined;
}

/** Who the provider says somebody is. */
export interface Identified {
  readonly issuer: string;
  readonly subject: string;
  readonly name: string | undefined;
  /** Only where the provider has verified it. */
  readonly email: string | undefined;
}

export interface OidcClient {
  /** Where to send the browser. */
  start(flow: Pick<Flow, "state" | "nonce" | "verifier">, redirectUri: string): Promise<string>;
  /** Exchanges the response of the provider; throws where it is not the answer to this flow. */
  finish(flow: Flow, response: URL): Promise<Identified>;
}

/** The code is loaded with the first sign-in, so that a server starts without it. */
const load = () => import("openid-client");

/** The secrets of a new flow. */
export async function newSecrets(): Promise<Pick<Flow, "state" | "nonce" | "verifier">> {
  const oidc = await load();
  return { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() };
}

export function createOidcClient({
  issuer,
  clientId,
  clientSecret,
  scopes = "openid email profile",
}: OidcSettings): OidcClient {
  let discovered: Promise<Configuration> | undefined;

  /** Read with the first sign-in, and again after a failure, so that a server starts without its provider. */
  function discover(): Promise<Configuration> {
    if (discovered) return discovered;
    const discovering = readConfiguration();
    discovered = discovering;
    discovering.catch(() => {
      discovered = undefined;
    });
    return discovering;
  }

  async function readConfiguration(): Promise<Configuration> {
    const oidc = await load();
    const url = new URL(issuer);
    // A provider on this machine, in tests and for trying out, may have no certificate.
    const isLocal = url.protocol === "http:" && ["127.0.0.1", "localhost", "[::1]"].includes(url.hostname);
    const execute = isLocal ? [oidc.allowInsecureRequests] : [];
    return oidc.discovery(url, clientId, clientSecret, undefined, { execute });
  }

  return {
    async start({ state, nonce, verifier }, redirectUri) {
      const oidc = await load();
      const url = oidc.buildAuthorizationUrl(await discover(), {
        redirect_uri: redirectUri,
        scope: scopes,
        state,
        nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
        code_challenge_method: "S256",
      });
      return url.href;
    },
    async finish({ state, nonce, verifier }, response) {
      const oidc = await load();
      const tokens = await oidc.authorizationCodeGrant(await discover(), response, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error("the provider gave no identity");
      const { iss, sub, name, email, email_verified } = claims;
      return {
        issuer: iss,
        subject: sub,
        name: typeof name === "string" ? name : undefined,
        email: typeof email === "string" && email_verified === true ? email : undefined,
      };
    },
  };
}
