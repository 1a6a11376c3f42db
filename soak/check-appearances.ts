import { findChromium, launchChromium } from "../test/harness/browser/chromium.ts";
import { appearances, faultsUnder, openWorkshop, storiesOf } from "../test/harness/browser/workshop.ts";

/** Checks every component in every state under every theme, direction and width; returns 0 if there is no fault. */
export async function checkAppearances(): Promise<number> {
  const workshop = await openWorkshop();
  const browser = await launchChromium(findChromium());
  const stories = await storiesOf(workshop, browser);
  let count = 0;
  for (const appearance of appearances) {
    const faults = await faultsUnder(appearance, stories, { workshop, browser });
    count += faults.length;
    console.log([`${Object.values(appearance).join(", ")}: ${stories.length} stories`, ...faults].join("\n  "));
  }
  await browser.close();
  workshop.stop();
  console.log(count === 0 ? "No faults." : `${count} faults.`);
  return count === 0 ? 0 : 1;
}
