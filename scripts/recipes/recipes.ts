import { dbos } from "./dbos.ts";
import { inngest } from "./inngest.ts";
import { n8n } from "./n8n.ts";
import type { Recipe } from "./recipe.ts";
import { restate } from "./restate.ts";
import { trigger } from "./trigger.ts";
import { workflow } from "./workflow.ts";

/** In the order of the page. */
export const recipes: readonly Recipe[] = [workflow, trigger, inngest, n8n, restate, dbos];
