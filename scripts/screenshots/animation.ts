import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, CDPSession, Page } from "playwright-core";
import { waitUntilDeliberate } from "../../test/harness/browser/pointer.ts";
import { signInLink } from "../../test/harness/browser/sign-in.ts";
import { freePort } from "../../test/harness/postgres/postgres-cluster.ts";
import { type ServerProcess, startServerProcess } from "../../test/harness/server/server-process.ts";
import { animate, type Frame } from "./animated-webp.ts";

const size = { width: 960, height: 720 };
const appSize = { width: 960, height: 592 };
const quality = 72;
const maxBytes = 2_000_000;

/** A page of its own, which shows the app above what is typed in a terminal. */
const stage = `<!doctype html><style>
  * { margin: 0; box-sizing: border-box }
  body { width: ${size.width}px; height: ${size.height}px; background: #16181d; overflow: hidden }
  img { display: block; width: ${appSize.width}px; height: ${appSize.height}px }
  pre { height: ${size.height - appSize.height}px; padding: 16px 20px; color: #ececee; font: 15px/24px ui-monospace, monospace }
</style><img alt=""><pre></pre>`;

interface Film {
  /** Adds what the app shows now. */
  show(milliseconds: number): Promise<void>;
  /** Adds a line to the terminal. */
  print(line: string): void;
}

/** Films an agent that asks, is killed while it waits, and continues with the answer. */
export async function filmResume(browser: Browser, folder: string): Promise<string> {
  const args = ["--port", String(await freePort())];
  const first = await startServerProcess({ config: "none", args });
  const app = await openApp(browser, first);
  const frames: Frame[] = [];
  const film = await startFilm(browser, app, frames);
  film.print("$ npm start");
  await ask(app, film);
  film.print(`$ kill -9 ${first.process.pid}          # the agent is parked: nothing of it was in memory`);
  await first.kill();
  await app.getByText("No connection.").waitFor();
  await film.show(2_600);
  await answer(app, film);
  film.print("$ npm start");
  const second = await startServerProcess({ config: "none", args, dataDir: first.dataDir });
  await app.getByText("No connection.").waitFor({ state: "detached" });
  await app.locator("section[data-state=answered]").waitFor();
  await film.show(1_600);
  await app
    .getByText(/weekend in May.*/i)
    .last()
    .waitFor();
  await film.show(4_200);
  await second.stop();
  const picture = animate(frames, size);
  if (picture.length > maxBytes) throw new Error(`The animation has ${picture.length} bytes, more than ${maxBytes}.`);
  const file = join(folder, "resume.webp");
  await writeFile(file, picture);
  return file;
}

async function openApp(browser: Browser, server: ServerProcess): Promise<Page> {
  const context = await browser.newContext({ viewport: appSize, reducedMotion: "reduce", timezoneId: "UTC" });
  await context.request.post(await signInLink(server));
  const page = await context.newPage();
  await page.goto(server.url);
  await page.locator("main textarea").waitFor();
  return page;
}

async function startFilm(browser: Browser, app: Page, frames: Frame[]): Promise<Film> {
  const page = await (await browser.newContext({ viewport: size })).newPage();
  await page.setContent(stage);
  const devtools = await page.context().newCDPSession(page);
  const lines: string[] = [];
  return {
    print: (line) => void lines.push(line),
    async show(milliseconds) {
      const picture = await app.screenshot({ animations: "disabled", caret: "initial" });
      await page.evaluate(putOnStage, {
        source: `data:image/png;base64,${picture.toString("base64")}`,
        text: lines.slice(-4).join("\n"),
      });
      frames.push({ webp: await capture(devtools), milliseconds });
    },
  };
}

/** Runs in the page of the stage. */
async function putOnStage({ source, text }: { readonly source: string; readonly text: string }): Promise<void> {
  const [image] = document.images;
  const terminal = document.querySelector("pre");
  if (!image || !terminal) return;
  image.src = source;
  await image.decode();
  terminal.textContent = text;
}

async function capture(devtools: CDPSession): Promise<Buffer> {
  const { data } = await devtools.send("Page.captureScreenshot", { format: "webp", quality });
  return Buffer.from(data, "base64");
}

async function ask(app: Page, film: Film): Promise<void> {
  await film.show(900);
  const field = app.locator("main textarea").first();
  await field.focus();
  for (const part of ["Plan ", "a week", "end in ", "May"]) {
    await field.pressSequentially(part);
    await film.show(220);
  }
  await film.show(500);
  await app.keyboard.press("Enter");
  await app.locator("section[data-inquiry] input").first().waitFor();
  await film.show(3_200);
}

async function answer(app: Page, film: Film): Promise<void> {
  const card = app.locator("section[data-inquiry]").first();
  const press = (name: string) => card.locator(".ask-footer").getByRole("button", { name, exact: true }).click();
  await card.getByRole("radio", { name: "Sea" }).check();
  await film.show(900);
  await press("Next");
  await film.show(700);
  await card.getByRole("checkbox", { name: "Good food" }).check();
  await film.show(800);
  await press("Review");
  await film.show(1_000);
  await waitUntilDeliberate(card);
  await press("Submit answer");
  await app.getByText("when the server can be reached again").first().waitFor();
  await film.show(2_400);
}
