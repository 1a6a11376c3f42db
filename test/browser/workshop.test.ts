import { expect, inject, test } from "vitest";
import { launchChromium } from "../support/chromium.ts";
import { coveredBy, faces, faultsUnder, openWorkshop, storiesOf } from "../support/workshop.ts";

test("[WEB-9] [S-2] every component in every state: axe finds nothing, nothing scrolls sideways and nothing breaks the policy", async () => {
  const workshop = await openWorkshop();
  const browser = await launchChromium(inject("chromium"));
  const stories = await storiesOf(workshop, browser);
  const faults: string[] = [];
  for (const face of faces) faults.push(...(await faultsUnder(face, coveredBy(face, stories), { workshop, browser })));
  await browser.close();
  workshop.stop();
  expect(stories.length).toBeGreaterThan(60);
  expect(faults).toEqual([]);
}, 600_000);
