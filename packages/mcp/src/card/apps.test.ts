import { expect, test } from "vitest";
import { cardCapabilities, showsCards } from "./apps.ts";

test.each([
  [{}, false],
  [{ extensions: {} }, false],
  [{ extensions: { "io.modelcontextprotocol/ui": {} } }, false],
  [{ extensions: { "io.modelcontextprotocol/ui": { mimeTypes: "text/html;profile=mcp-app" } } }, false],
  [{ extensions: { "io.modelcontextprotocol/ui": { mimeTypes: ["text/uri-list"] } } }, false],
  [
    { extensions: { "io.modelcontextprotocol/ui": { mimeTypes: ["text/uri-list", "text/html;profile=mcp-app"] } } },
    true,
  ],
  [cardCapabilities, true],
])("[MCP-15] whether a client that declares %j shows cards: %s", (capabilities, shows) => {
  expect(showsCards(capabilities)).toBe(shows);
});
