interface Page {
  readonly origin: string;
  fetch(url: string, options: { readonly mode: "cors" | "no-cors" }): Promise<unknown>;
  warn(message: string): void;
}

/**
 * Tells developers on the console why a page cannot reach a server of another origin: a browser hides the server's own
 * words from it. A server that answers, but not to this page, does not name its origin.
 */
export async function explainForeignOrigin(url: string, { origin, fetch, warn }: Page): Promise<void> {
  const server = URL.canParse(url) ? new URL(url).origin : undefined;
  if (server === undefined || server === origin) return;
  const isReached = (mode: "cors" | "no-cors") =>
    fetch(`${url.replace(/\/$/, "")}/healthz`, { mode }).then(
      () => true,
      () => false,
    );
  if ((await isReached("cors")) || !(await isReached("no-cors"))) return;
  warn(`Askback at ${server} refuses pages of ${origin}. Add "${origin}" to \`origins\` in its askback.config.ts.`);
}
