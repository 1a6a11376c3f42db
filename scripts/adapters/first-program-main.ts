import type { Place } from "./first-program.ts";

/** The process of a program that asks; it rests when it has asked, until it is killed or who started it has ended. */
const { host, program, asking }: Place = JSON.parse(process.argv[2] ?? "{}");
process.on("disconnect", () => process.exit());
process.channel?.ref();
const programs = await import(new URL(`${host}.ts`, import.meta.url).href);
await programs[program]((kept: unknown) => process.send?.(kept), asking);
