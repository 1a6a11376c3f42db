const maxPathLength = 2_000;
const here = "http://askback.invalid";

/** The path as a browser reads it, or undefined if it would lead elsewhere or sign in again. */
export function pathOnThisServer(path: string): string | undefined {
  if (!path.startsWith("/") || path.length > maxPathLength) return undefined;
  const url = URL.parse(path, here);
  if (url?.origin !== here || url.username !== "" || /^\/sign-/.test(url.pathname)) return undefined;
  // A path such as /.//elsewhere becomes one that browsers read as another host.
  return url.pathname.startsWith("//") ? undefined : url.pathname + url.search;
}
