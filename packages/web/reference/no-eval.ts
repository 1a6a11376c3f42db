import { config } from "zod";

// Zod tries whether it may compile schemas to code, which the content security policy would report.
config({ jitless: true });
