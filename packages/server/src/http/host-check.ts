/** The addresses under which this server may be called; anything else is a stranger's page or a rebound name. */
export interface Addresses {
  isOwnHost(host: string | undefined): boolean;
  /** A page of another port of this machine is a stranger too, though browsers send it our cookie. */
  isOwnOrigin(origin: string, host: string | undefined): boolean;
  /** Whether pages of this origin may call with a key, by configuration. */
  isWelcomeOrigin(origin: string): boolean;
  /** Whether browsers reach this host by https, so that cookies can be kept to it. */
  isEncrypted(host: string | undefined): boolean;
}

const loopbackNames = ["127.0.0.1", "localhost", "[::1]"];

export function createAddresses(publicUrl: string | undefined, origins: readonly string[] = []): Addresses {
  const own = publicUrl === undefined ? undefined : new URL(publicUrl);
  const welcome = origins.map((origin) => new URL(origin).origin);
  const isLoopback = (url: URL) => url.protocol === "http:" && loopbackNames.includes(url.hostname);
  const isOwn = (url: URL) => isLoopback(url) || (own !== undefined && url.host === own.host);
  return {
    isOwnHost(host) {
      const url = host === undefined ? null : URL.parse(`http://${host}`);
      return url !== null && isOwn(url);
    },
    isWelcomeOrigin: (origin) => welcome.includes(origin),
    isEncrypted: (host) => own?.protocol === "https:" && own.host === host,
    isOwnOrigin(origin, host) {
      const url = URL.parse(origin);
      if (url === null) return false;
      return url.origin === own?.origin || (isLoopback(url) && url.host === URL.parse(`http://${host}`)?.host);
    },
  };
}
