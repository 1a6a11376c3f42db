import { ResourceNotFoundError, type Server, type ServerContext } from "@modelcontextprotocol/server";
import { cardResource } from "./apps.ts";

/** Serves the page of the card; `isShown` says whether a client is told of it. */
export function addCardResource(server: Server, isShown: (context: ServerContext) => boolean): void {
  server.setRequestHandler("resources/list", (_, context) => ({ resources: isShown(context) ? [cardResource] : [] }));
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [] }));
  server.setRequestHandler("resources/read", async ({ params: { uri } }) => {
    if (uri !== cardResource.uri) throw new ResourceNotFoundError(uri);
    // The page is loaded only here: most clients never show it.
    const { cardPage } = await import("./page.ts");
    const { mimeType, _meta } = cardResource;
    return { contents: [{ uri, mimeType, text: await cardPage(), _meta }] };
  });
}
