/** Where a link of an agent leads: in words that are shown, and the address that is followed. */
interface Destination {
  readonly name: string;
  readonly href: string;
}

/** Undefined for any other link than one to a host or to the address of a mail, which is not followed. */
export function destinationOf(href: string | undefined): Destination | undefined {
  if (href === undefined || !URL.canParse(href)) return undefined;
  const { protocol, username, host, pathname } = new URL(href);
  if (protocol === "https:" && username === "") return { name: host, href };
  // Without further readers and words, which nobody would see before the mail is written.
  return protocol === "mailto:" ? { name: pathname, href: `mailto:${pathname}` } : undefined;
}
