import type { Plugin } from "vite";

/** The styles that the outline of the page needs; an input of the build, so that they are a file of their own. */
export const firstStyles = "src/first-paint.css";

/**
 * Lets the browser paint the outline of the page before it has all styles: the head has only those of the outline. All
 * others come after the outline, where they hold up what follows them, which is the scripts of the app.
 */
export function stylesAfterOutline(): Plugin {
  return {
    name: "styles-after-outline",
    transformIndexHtml: {
      order: "post",
      handler(html, { bundle }) {
        // In development there is no bundle, and the source is served.
        if (!bundle)
          return html.replace("<script src=", `<link rel="stylesheet" href="/${firstStyles}">\n    <script src=`);
        const first = Object.keys(bundle).find((name) => /first-paint[\w-]*\.css$/.test(name));
        const [all] = html.match(/<link rel="stylesheet"[^>]*>/) ?? [];
        if (first === undefined || all === undefined) throw new Error("the build has no styles of the outline");
        const link = `<link rel="stylesheet" crossorigin href="/${first}">`;
        return html
          .replace(all, "")
          .replace("<script src=", `${link}\n    <script src=`)
          .replace("</body>", `  ${all}\n  </body>`);
      },
    },
  };
}
