import { BlockList, isIP } from "node:net";

/** Which addresses webhooks may have: `true` for all, else the hosts that may be private or without TLS. */
export type AllowPrivate = boolean | readonly string[];

/** Decides where webhooks are sent. What an asker writes must not make the server call its own network. */
export interface AddressPolicy {
  /** What is wrong with an address, before a name in it is looked up. */
  misfit(url: string): string | undefined;
  /** What a connection must not lead to; checked on the address that is connected to, whatever its name was before. */
  blocked(url: URL): BlockList | undefined;
}

export function createAddressPolicy(allowPrivate: AllowPrivate = false): AddressPolicy {
  const isAllowed = ({ hostname }: URL) =>
    typeof allowPrivate === "boolean" ? allowPrivate : allowPrivate.includes(bareHost(hostname));
  return {
    misfit(text) {
      const url = URL.parse(text);
      if (!url || !/^https?:$/.test(url.protocol)) return "must be a URL that begins with https://";
      // A URL is read without them, and a database does not take each of them.
      if (controlCharacter.test(text)) return "must not contain control characters";
      if (url.username !== "" || url.password !== "") return "must not contain a user name or password";
      if (isAllowed(url)) return undefined;
      if (url.protocol !== "https:") return "must begin with https://";
      return isPrivateHost(url) ? "must not be an address of a private network" : undefined;
    },
    blocked: (url) => (isAllowed(url) ? undefined : privateAddresses),
  };
}

const controlCharacter = /\p{Cc}/u;

function isPrivateHost({ hostname }: URL): boolean {
  const host = bareHost(hostname).replace(/\.$/, "");
  const version = isIP(host);
  if (version !== 0) return privateAddresses.check(host, version === 4 ? "ipv4" : "ipv6");
  return /(?:^|\.)localhost$/.test(host);
}

/** A host without the brackets that a URL has around IPv6. */
function bareHost(hostname: string): string {
  return hostname.replace(/^\[(.*)\]$/, "$1");
}

/** What is not the public internet: RFC 6890 and its updates, with the ranges in which IPv6 wraps IPv4. */
const privateAddresses = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const)
  privateAddresses.addSubnet(network, prefix, "ipv4");
for (const [network, prefix] of [
  ["::", 96],
  ["::ffff:0:0:0", 96],
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  ["100::", 64],
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
  ["5f00::", 16],
  ["fc00::", 7],
  ["fe80::", 10],
  ["fec0::", 10],
  ["ff00::", 8],
] as const)
  privateAddresses.addSubnet(network, prefix, "ipv6");
