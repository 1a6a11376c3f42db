/** A request of the code under test; the test decides how it ends. */
type Request<Input, Response> = Input & {
  answer(response: Response): void;
  fail(error: unknown): void;
};

/** Queues requests of the code under test for the test to answer. */
export interface RequestQueue<Input, Response> {
  request(input: Input, signal: AbortSignal | undefined): Promise<Response>;
  next(): Promise<Request<Input, Response>>;
  /** Requests that are neither answered nor aborted. */
  readonly pending: number;
  readonly maxPending: number;
  /** Requests that the test has not read. */
  readonly unread: number;
}

export function createRequestQueue<Input, Response>(): RequestQueue<Input, Response> {
  const unread: Request<Input, Response>[] = [];
  const readers: ((request: Request<Input, Response>) => void)[] = [];
  let pending = 0;
  let maxPending = 0;
  return {
    async request(input, signal) {
      const { promise, resolve: answer, reject: fail } = Promise.withResolvers<Response>();
      signal?.addEventListener("abort", () => fail(signal.reason), { once: true });
      pending += 1;
      maxPending = Math.max(maxPending, pending);
      const request = { ...input, answer, fail };
      const reader = readers.shift();
      if (reader) reader(request);
      else unread.push(request);
      return promise.finally(() => {
        pending -= 1;
      });
    },
    next() {
      const request = unread.shift();
      return request ? Promise.resolve(request) : new Promise((resolve) => readers.push(resolve));
    },
    get pending() {
      return pending;
    },
    get maxPending() {
      return maxPending;
    },
    get unread() {
      return unread.length;
    },
  };
}
