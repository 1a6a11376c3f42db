import * as z from "zod";

/** What keys, projects, tools and the like may be called in a config. */
export const namePattern = /^[A-Za-z0-9_-]{1,64}$/;
export const name = z.string().regex(namePattern, 'must be 1-64 letters, digits, "_" or "-"');
