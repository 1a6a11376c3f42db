import { accessSync, constants, existsSync, statfsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Finding, failed, ok, warning } from "@askback/server";

const mebibyte = 1024 * 1024;
const littleSpace = 1024 * mebibyte;
const noSpace = 100 * mebibyte;

/** Whether keys and data can be kept in a folder, and by its owner alone; makes nothing in it. */
export function checkDataFolder(folder: string): readonly Finding[] {
  const place = nearestOf(folder);
  const access = checkAccess(folder, place);
  if (access.status === "failed") return [access];
  const keys = join(folder, "keys");
  return [access, checkSpace(place), ...(existsSync(keys) ? [checkKeyFiles(keys)] : [])];
}

function checkAccess(folder: string, place: string): Finding {
  const check = "data folder";
  try {
    if (!statSync(place).isDirectory()) throw new Error("no folder");
    accessSync(place, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    const advice =
      "Run this as the user of the server, or give a folder of its own with --data-dir or ASKBACK_DATA_DIR.";
    return failed(check, `${place} is no folder that this user may write in`, advice);
  }
  return ok(check, place === folder ? folder : `${folder}: not there yet; the first server makes it`);
}

function checkSpace(place: string): Finding {
  const { bavail, bsize } = statfsSync(place);
  const free = bavail * bsize;
  const found = `${(free / (1024 * mebibyte)).toFixed(1)} GiB free`;
  if (free >= littleSpace) return ok("disk", found);
  const finding = free < noSpace ? failed : warning;
  return finding("disk", found, "Make room: when the disk is full no commit is acknowledged.");
}

function checkKeyFiles(folder: string): Finding {
  const files = [folder, ...["ask", "answer", "secret"].map((name) => join(folder, name))].filter(existsSync);
  const open = files.filter((file) => (statSync(file).mode & 0o077) !== 0);
  if (open.length === 0) return ok("keys", "readable by their owner only");
  return failed(
    "keys",
    `others than their owner may read ${open.join(", ")}`,
    `chmod -R go= ${folder}, and delete a key that somebody may have read: the next start makes a new one.`,
  );
}

/** The folder itself, or the nearest one above it that there is. */
function nearestOf(folder: string): string {
  return existsSync(folder) || dirname(folder) === folder ? folder : nearestOf(dirname(folder));
}
