import { appendFileSync } from "node:fs";
import { registerHooks } from "node:module";

const { MODULE_LIST: file } = process.env;

/** Writes the address of every module that the process loads into the file that the environment names. */
registerHooks({
  load(url, context, nextLoad) {
    if (file !== undefined) appendFileSync(file, `${url}\n`);
    return nextLoad(url, context);
  },
});
