import type { NextConfig } from "next";

/** As in a new app. */
export default { cacheComponents: true } satisfies NextConfig;
