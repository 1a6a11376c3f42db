/** Something the code under test waits for; the test says how it ends. */
type Asked<Request, Response> = Request & {
  answer(response: Response): void;
  fail(error: unknown): void;
};

/** Hands requests of the code under test to the test, in order, and its responses back. */
export interface Exchange<Request, Response> {
  ask(request: Request, signal: AbortSignal | undefined): Promise<Response>;
  next(): Promise<Asked<Request, Response>>;
  /** Requests that were made and are neither answered nor aborted. */
  readonly open: number;
  /** The most of them that were ever open at once. */
  readonly peak: number;
  /** Requests that the test has not looked at. */
  readonly unseen: number;
}

export function createExchange<Request, Response>(): Exchange<Request, Response> {
  const unseen: Asked<Request, Response>[] = [];
  const waiting: ((asked: Asked<Request, Response>) => void)[] = [];
  let open = 0;
  let peak = 0;
  return {
    async ask(request, signal) {
      const { promise, resolve: answer, reject: fail } = Promise.withResolvers<Response>();
      signal?.addEventListener("abort", () => fail(signal.reason), { once: true });
      open += 1;
      peak = Math.max(peak, open);
      const asked = { ...request, answer, fail };
      const taker = waiting.shift();
      if (taker) taker(asked);
      else unseen.push(asked);
      return promise.finally(() => {
        open -= 1;
      });
    },
    next() {
      const asked = unseen.shift();
      return asked ? Promise.resolve(asked) : new Promise((resolve) => waiting.push(resolve));
    },
    get open() {
      return open;
    },
    get peak() {
      return peak;
    },
    get unseen() {
      return unseen.length;
    },
  };
}
