import { readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Skeleton } from "./skeleton.tsx";

test("[LOOK-7] the page has the outline of the app before its scripts run", () => {
  const page = readFileSync(new URL("../../index.html", import.meta.url), "utf8");
  expect(page).toContain(`<div id="root">${renderToStaticMarkup(<Skeleton />)}</div>`);
});
