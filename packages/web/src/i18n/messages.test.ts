import { type Language, languages } from "@askback/react";
import { expect, test } from "vitest";
import { messages } from "./messages.ts";

test.for(Object.keys(languages) as Language[])(
  "[WEB-30] [WEB-5] the settings name the keys that work everywhere, in %s",
  async (language) => {
    const hint = (await messages.load?.(language))?.["settings.shortcuts-hint"];
    for (const keys of ["Alt+Q", "Ctrl+K", "⌘K"]) expect(hint).toContain(keys);
  },
);
