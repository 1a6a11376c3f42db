import { expect, test } from "vitest";
import { linkCommand } from "./link.ts";

const installed = { argv: ["node", "/usr/local/bin/askback"], env: {}, cwd: () => "/" };
const checkout = { ...installed, argv: ["node", "/home/ana/askback/packages/cli/src/main.ts"] };
const found = { host: "host (default)", port: "port (default)", dataDir: "data folder (default)", config: "/a/b.ts" };

test("[CLI-10] the command for a link names the folder and the config that the server was given", () => {
  expect(linkCommand({ dataDir: "/a/.askback", sources: found }, installed)).toBe("askback link");
  expect(linkCommand({ dataDir: "/a/.askback", sources: found }, checkout)).toBe("npm run askback -- link");
  const given = { ...found, dataDir: "ASKBACK_DATA_DIR (environment)", configSource: "--config (flag)" };
  expect(linkCommand({ dataDir: "/Ana's data", sources: given }, installed)).toBe(
    "askback link --data-dir '/Ana'\\''s data' --config /a/b.ts",
  );
});
