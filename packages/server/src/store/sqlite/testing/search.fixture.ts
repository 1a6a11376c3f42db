import { createSqliteStore } from "../store.ts";

// The store is not closed: only its thread could keep the process alive.
const store = createSqliteStore({ folder: process.argv[2] ?? "" });
const { items } = await store.conversations({ project: "default", text: "nowhere", limit: 50 });
console.log(`found ${items.length}`);
