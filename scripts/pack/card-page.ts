import { fileURLToPath } from "node:url";
import { version } from "../../packages/core/src/version.ts";
import { buildPage } from "../../packages/mcp/src/card/build-page.ts";

const source = fileURLToPath(new URL("../../packages/mcp/src/card/page.ts", import.meta.url));
const { html, modules } = await buildPage(version);

/** The files of which the page is made, which no other build sees. */
export const cardPageModules = modules;

/** A plugin that puts the built page of the MCP card in the place of the module that builds it in a checkout. */
export function cardPage() {
  return {
    name: "card-page",
    load(id: string) {
      if (id !== source) return undefined;
      // The page is one long line, of which a source map would hold a second copy.
      return { code: `export const cardPage = async () => ${JSON.stringify(html)};`, map: { mappings: "" } };
    },
  };
}
