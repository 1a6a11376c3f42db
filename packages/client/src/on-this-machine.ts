/** The names of this machine in an address; a server that listens everywhere writes the last two. */
const names = ["127.0.0.1", "localhost", "[::1]", "0.0.0.0", "[::]"];

/** Whether an address is one of this machine, at which nobody else answers. */
export function isOnThisMachine(url: string): boolean {
  return URL.canParse(url) && names.includes(new URL(url).hostname);
}
