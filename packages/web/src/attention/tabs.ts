const looking = "askback looked at";
const letGoByName = new Map<string, () => void>();

/** Takes a name that one tab can have at a time, and keeps it until it is let go or the tab is closed. */
export function claimName(name: string): Promise<boolean> {
  const { locks } = navigator;
  // Without locks each tab is on its own.
  if (!locks) return Promise.resolve(true);
  return new Promise((claimed) => {
    void locks.request(name, { ifAvailable: true }, (lock) => {
      claimed(lock !== null);
      return lock && new Promise<void>((letGo) => letGoByName.set(name, letGo));
    });
  });
}

export function letGoOfName(name: string): void {
  letGoByName.get(name)?.();
  letGoByName.delete(name);
}

/** Lets the other tabs know while this one is looked at; returns how to stop that. */
export function showLooking(): () => void {
  const update = () => {
    letGoOfName(looking);
    if (isLookedAtHere()) void claimName(looking);
  };
  const events = ["focus", "blur", "visibilitychange"];
  for (const event of events) addEventListener(event, update);
  update();
  return () => {
    for (const event of events) removeEventListener(event, update);
    letGoOfName(looking);
  };
}

export async function isLookedAtAnywhere(): Promise<boolean> {
  if (isLookedAtHere()) return true;
  const { held } = (await navigator.locks?.query()) ?? {};
  return held?.some(({ name }) => name === looking) ?? false;
}

function isLookedAtHere(): boolean {
  return document.visibilityState === "visible" && document.hasFocus();
}
