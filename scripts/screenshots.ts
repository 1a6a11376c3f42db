import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { findChromium, launchChromium } from "../test/harness/browser/chromium.ts";
import { type Showcase, startShowcase } from "../test/harness/showcase/showcase.ts";
import { filmResume } from "./screenshots/animation.ts";
import { takeReadmePictures } from "./screenshots/readme.ts";
import { takeStatePictures } from "./screenshots/states.ts";

const usage = `usage: npm run screenshots -- [readme] [animation]
       npm run screenshots -- states [folder]
Takes pictures of the web app with the demo agents. It needs Chromium, and nothing else.
  readme      the pictures of the README, into docs/images
  animation   an agent that asks, is killed, is answered and resumes, as docs/images/resume.webp
  states      every state at 1280 and 390 px, light and dark, into a folder: a temporary one unless it is given
Without arguments: readme and animation.`;

const images = fileURLToPath(new URL("../docs/images", import.meta.url));
const takers = {
  readme: () => withShowcase((showcase) => takeReadmePictures(browser, showcase, images)),
  animation: () => filmResume(browser, images),
  states: (folder = join(tmpdir(), "askback-screenshots")) =>
    withShowcase((showcase) => takeStatePictures(browser, showcase, folder)),
};

const { positionals, values } = parseArgs({ allowPositionals: true, options: { help: { type: "boolean" } } });
const chosen = positionals.length === 0 ? ["readme", "animation"] : positionals;
const folder = chosen[0] === "states" ? chosen.splice(1, 1)[0] : undefined;
const isKnown = (name: string): name is keyof typeof takers => Object.hasOwn(takers, name);
const names = chosen.filter(isKnown);
if (values.help || names.length < chosen.length) {
  console.error(usage);
  process.exit(values.help ? 0 : 2);
}

const browser = await launchChromium(findChromium());
for (const name of names) await takers[name](folder);
await browser.close();

async function withShowcase(take: (showcase: Showcase) => Promise<void>): Promise<void> {
  const showcase = await startShowcase();
  await take(showcase);
  await showcase.server.stop();
}
