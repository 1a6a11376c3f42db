/** Lets a test wait for the next call. */
export interface NextValue<Value> {
  set(value: Value): void;
  /** The value of the next call of `set`. */
  next(): Promise<Value>;
}

export function createNextValue<Value = void>(): NextValue<Value> {
  let pending = Promise.withResolvers<Value>();
  return {
    set(value) {
      pending.resolve(value);
      pending = Promise.withResolvers();
    },
    next: () => pending.promise,
  };
}
