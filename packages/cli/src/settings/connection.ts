import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { isOnThisMachine } from "@askback/client";
import { readAddress } from "../store/server-address.ts";
import { CommandError, exitCodes } from "../terminal/exit-code.ts";
import type { Environment } from "./settings.ts";

/** Where the server is, and the keys with which a command of the terminal may ask and answer there. */
export interface Connection {
  readonly url: string;
  readonly askKey?: string;
  readonly answerKey?: string;
}

export interface ConnectionFlags {
  readonly url?: string;
  readonly dataDir?: string;
}

const defaultUrl = "http://127.0.0.1:4100";

/**
 * ASKBACK_URL and ASKBACK_KEY, or what the server of a data folder on this machine wrote there. A key of the folder is sent
 * to the folder's server alone. A folder that nobody named may have come with a repository of somebody else, who would get the
 * key and answer for people: its server is on this machine, or not used.
 */
export function readConnection(flags: ConnectionFlags, env: Environment, cwd: string): Connection {
  const given = flags.url ?? (env.ASKBACK_URL || undefined);
  const key = env.ASKBACK_KEY?.trim() || undefined;
  const named = flags.dataDir ?? (env.ASKBACK_DATA_DIR || undefined);
  const folder = dataFolder(named, cwd);
  const address = folder === undefined ? undefined : readAddress(folder);
  if (given === undefined && named === undefined && address !== undefined && !isOnThisMachine(address))
    throw new CommandError(
      `${folder} names a server on another machine: ${new URL(address).origin}`,
      "If you trust it, set ASKBACK_URL to it, or ASKBACK_DATA_DIR to the folder.",
      exitCodes.notAllowed,
    );
  const url = given === undefined ? (address ?? defaultUrl) : checkedUrl(given, flags.url === undefined);
  if (key !== undefined) return { url, askKey: key, answerKey: key };
  if (folder === undefined) throw noServer(given);
  if (new URL(url).origin !== new URL(address ?? defaultUrl).origin)
    throw new CommandError(
      `there is no key for ${url}`,
      "Set ASKBACK_KEY to a key of that server.",
      exitCodes.notAllowed,
    );
  const [askKey, answerKey] = ["ask", "answer"].map((name) => readKey(join(folder, "keys", name)));
  return { url, ...(askKey && { askKey }), ...(answerKey && { answerKey }) };
}

/** The same for a program that only asks. */
export function readAskConnection(
  flags: ConnectionFlags,
  env: Environment,
  cwd: string,
): { readonly url: string; readonly key: string } {
  const { url, askKey: key } = readConnection(flags, env, cwd);
  if (key !== undefined) return { url, key };
  throw new CommandError(
    `there is no key for ${url}`,
    "Set ASKBACK_KEY to a key with the scope `ask`.",
    exitCodes.notAllowed,
  );
}

/** The data folder that is named, or the nearest `.askback` of this folder and those above it. */
function dataFolder(named: string | undefined, cwd: string): string | undefined {
  if (named !== undefined) return hasKeys(resolve(cwd, named)) ? resolve(cwd, named) : undefined;
  const here = join(cwd, ".askback");
  if (hasKeys(here)) return here;
  return dirname(cwd) === cwd ? undefined : dataFolder(undefined, dirname(cwd));
}

function hasKeys(folder: string): boolean {
  return existsSync(join(folder, "keys"));
}

/** A key that its owner alone may read is no key for others. */
export function readKey(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8").trim() || undefined;
  } catch {
    return undefined;
  }
}

function checkedUrl(url: string, isFromEnvironment: boolean): string {
  if (/^https?:\/\//.test(url) && URL.canParse(url)) return url.replace(/\/+$/, "");
  throw new CommandError(
    `${isFromEnvironment ? "ASKBACK_URL (environment)" : "--url (flag)"} = ${JSON.stringify(url)} is not the address of a server`,
    `Use an address such as ${defaultUrl}.`,
    exitCodes.usage,
  );
}

function noServer(url: string | undefined): CommandError {
  return url === undefined
    ? new CommandError(
        "no Askback server is known here",
        "Start one in this folder with `askback serve`, or set ASKBACK_URL and ASKBACK_KEY.",
        exitCodes.serverDown,
      )
    : new CommandError(`there is no key for ${url}`, "Set ASKBACK_KEY to a key of that server.", exitCodes.notAllowed);
}
