/** The page that a person wanted before they had to sign in. Any tab of the browser may be the one that signs in. */
const storageKey = "askback:wanted-page";
const maxAgeMs = 24 * 3600 * 1000;

const expiredMark = "#link-expired";

/** Whether this page was opened by a sign-in link that has expired. The mark is removed from the address. */
export const isLinkExpired = location.hash === expiredMark;
if (isLinkExpired) history.replaceState(history.state, "", location.pathname + location.search);

/** The address of this page without its origin. */
export function currentAddress(): string {
  return location.pathname + location.search + location.hash;
}

/** Remembers the page at this address. The start page replaces no other, since a sign-in link opens it. */
export function rememberWantedPage(): void {
  const path = currentAddress();
  if (path !== "/") withStorage((storage) => storage.setItem(storageKey, JSON.stringify({ path, at: Date.now() })));
}

/** Opens the page that was remembered, if this is the start page, and forgets it. */
export function openWantedPage(): void {
  const stored = withStorage((storage) => storage.getItem(storageKey)) ?? undefined;
  if (stored === undefined) return;
  withStorage((storage) => storage.removeItem(storageKey));
  const path = currentAddress() === "/" ? readPath(stored) : undefined;
  if (path !== undefined) location.replace(path);
}

/** A stored path, unless it is too old or leads to another origin. */
function readPath(stored: string): string | undefined {
  try {
    const { path, at } = JSON.parse(stored) as { readonly path?: unknown; readonly at?: unknown };
    if (typeof path !== "string" || typeof at !== "number" || Date.now() - at > maxAgeMs) return undefined;
    return new URL(path, location.origin).origin === location.origin ? path : undefined;
  } catch {
    return undefined;
  }
}

/** Without permission to store, the start page is opened instead. */
function withStorage<Value>(use: (storage: Storage) => Value): Value | undefined {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
}
