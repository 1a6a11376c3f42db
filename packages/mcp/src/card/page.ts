import { version } from "@askback/core";

let built: Promise<string> | undefined;

/**
 * The page of the card, as one HTML file. `npm run pack` puts the built page in the place of this module; in a checkout it is
 * built from its sources when a client first reads it.
 */
export function cardPage(): Promise<string> {
  built ??= build();
  return built;
}

async function build(): Promise<string> {
  // A bundler would follow a path that is written here, and put what builds the page into the package.
  const { buildPage } = await import(new URL("build-page.ts", import.meta.url).href);
  return (await buildPage(version)).html;
}
