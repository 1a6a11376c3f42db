const ownKey = "askback:push-subscription";
const personKey = "askback:push-person";

/** The id that the server gave to the subscription of this browser. */
export function ownSubscription(): string | undefined {
  return readText(ownKey);
}

/** `person` is whom the server tells there. */
export function keepOwnSubscription(
  own: { readonly id: string; readonly person: string | undefined } | undefined,
): void {
  keepText(ownKey, own?.id);
  keepText(personKey, own?.person);
}

/** Whom the server tells there; an earlier version did not keep it. */
export function personOfSubscription(): string | undefined {
  return readText(personKey);
}

function readText(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

function keepText(key: string, text: string | undefined): void {
  try {
    if (text === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // Without storage the list does not say which browser is this one.
  }
}
