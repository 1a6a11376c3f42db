import { findChromium, launchChromium } from "../test/support/chromium.ts";
import { faces, faultsUnder, openWorkshop, storiesOf } from "../test/support/workshop.ts";

/** Looks at every component in every state under every theme, direction and width; 0 where nothing was wrong with any. */
export async function lookAtFaces(): Promise<number> {
  const workshop = await openWorkshop();
  const browser = await launchChromium(findChromium());
  const stories = await storiesOf(workshop, browser);
  let count = 0;
  for (const face of faces) {
    const faults = await faultsUnder(face, stories, { workshop, browser });
    count += faults.length;
    console.log([`${Object.values(face).join(", ")}: ${stories.length} stories`, ...faults].join("\n  "));
  }
  await browser.close();
  workshop.stop();
  console.log(count === 0 ? "Nothing is wrong with any." : `${count} faults.`);
  return count === 0 ? 0 : 1;
}
