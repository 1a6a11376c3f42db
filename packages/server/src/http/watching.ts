const paths: ReadonlySet<string> = new Set(["/healthz", "/readyz", "/metrics"]);

/** What load balancers and monitors call: it watches the server rather than uses it. */
export function isWatching(path: string): boolean {
  return paths.has(path);
}
