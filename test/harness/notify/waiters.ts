/** Lets tests wait until something holds that a service observes; `wake` says that it may hold now. */
export function createWaiters() {
  const waiting = new Set<() => void>();
  return {
    wake(): void {
      for (const check of waiting) check();
    },
    /** Resolves to what `find` gives, once it gives something. */
    until: <Value>(find: () => Value | undefined | false): Promise<Value> =>
      new Promise((resolve, reject) => {
        const check = () => {
          try {
            const found = find();
            if (found === undefined || found === false) return;
            waiting.delete(check);
            resolve(found);
          } catch (error) {
            waiting.delete(check);
            reject(error as Error);
          }
        };
        waiting.add(check);
        check();
      }),
  };
}
