/** Lets a test wait for the next time that something happens. */
export interface Bell<Value> {
  ring(value: Value): void;
  /** What it is rung with next, from now on. */
  rung(): Promise<Value>;
}

export function createBell<Value = void>(): Bell<Value> {
  let next = Promise.withResolvers<Value>();
  return {
    ring(value) {
      next.resolve(value);
      next = Promise.withResolvers();
    },
    rung: () => next.promise,
  };
}
