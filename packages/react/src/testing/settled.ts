/** Resolves when everything that waits for nothing but promises has happened. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
