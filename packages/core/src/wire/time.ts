import * as z from "zod";

/** Times are numbers inside and ISO 8601 on the wire. */
export const Time = z.iso.datetime().meta({ example: "2026-11-15T09:30:00.000Z" });
