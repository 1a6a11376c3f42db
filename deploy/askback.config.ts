import { defineConfig } from "askback";

/** The config of every server behind the load balancer; agents, tools and providers go here too. */
export default defineConfig({
  host: "0.0.0.0",
  publicUrl: process.env.PUBLIC_URL ?? "https://localhost",
  // Made by: KEY=$(openssl rand -hex 24); echo "$KEY"; printf %s "$KEY" | sha256sum
  keys: [
    { name: "agents", scopes: ["ask"], sha256: process.env.ASK_KEY_SHA256 ?? "" },
    { name: "people", scopes: ["answer"], sha256: process.env.ANSWER_KEY_SHA256 ?? "" },
    { name: "monitor", scopes: ["metrics"], sha256: process.env.METRICS_KEY_SHA256 ?? "" },
  ],
});
