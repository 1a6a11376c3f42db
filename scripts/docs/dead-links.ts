import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";

/** The links and images of a built site that lead to no file of it, or to no place on a page, as `page -> link`. */
export function findDeadLinks(folder: string): string[] {
  const idsOf = cached((file) => new Set(matches(readFileSync(file, "utf8"), /\sid="([^"]*)"/g)));
  return globSync("**/*.html", { cwd: folder }).flatMap((page) => {
    const file = join(folder, page);
    const targets = matches(readFileSync(file, "utf8"), /\s(?:href|src)="([^"]*)"/g);
    const inside = targets.filter((target) => !/^(?:[a-z]+:|\/\/)/.test(target));
    return inside.filter((target) => !leadsSomewhere(file, target)).map((target) => `${page} -> ${target}`);
  });

  function leadsSomewhere(file: string, target: string): boolean {
    const [path = "", anchor = ""] = target.split("#").map((part) => decodeURIComponent(part.replaceAll("&amp;", "&")));
    const found = path === "" ? file : fileAt(path.startsWith("/") ? join(folder, path) : join(dirname(file), path));
    if (found === undefined || relative(folder, found).startsWith("..")) return false;
    return anchor === "" || !found.endsWith(".html") || idsOf(found).has(anchor);
  }
}

function fileAt(path: string): string | undefined {
  return [path, `${path}.html`, join(path, "index.html")].find((file) => existsSync(file) && statSync(file).isFile());
}

function matches(text: string, pattern: RegExp): string[] {
  return Array.from(text.matchAll(pattern), ([, found = ""]) => found);
}

function cached<Value>(read: (file: string) => Value): (file: string) => Value {
  const values = new Map<string, Value>();
  return (file) => {
    const value = values.get(file) ?? read(file);
    values.set(file, value);
    return value;
  };
}
