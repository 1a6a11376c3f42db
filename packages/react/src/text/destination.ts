/** Where a link of an agent leads: its host, or the address of a mail. Undefined for any other kind, which is not followed. */
export function destinationOf(href: string | undefined): string | undefined {
  if (href === undefined || !URL.canParse(href)) return undefined;
  const url = new URL(href);
  if (url.protocol === "https:" && url.username === "") return url.host;
  return url.protocol === "mailto:" ? url.pathname : undefined;
}
