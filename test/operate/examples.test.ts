import { once } from "node:events";
import { existsSync, globSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { readSettings } from "../../packages/cli/src/settings/settings.ts";
import { type Compose, type Container, manifests, textOf, yamlOf } from "../harness/server/deploy-examples.ts";
import { startServerProcess, temporaryFolder } from "../harness/server/server-process.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const compose = yamlOf<Compose>("compose.yaml");
const kubernetes = manifests();
const dockerfile = textOf("deploy/Dockerfile");
const caddyfile = textOf("deploy/Caddyfile");

const hash = "0123456789abcdef".repeat(4);
const hashes = { ASK_KEY_SHA256: hash, ANSWER_KEY_SHA256: hash, METRICS_KEY_SHA256: hash };

function containerOf(kind: string): Container {
  const container = kubernetes[kind]?.spec?.template?.spec.containers[0];
  if (!container) throw new Error(`there is no container in ${kind}`);
  return container;
}

/** Loads a config as a server does, with these environment variables. */
async function settingsWith(config: string, env: Readonly<Record<string, string>>) {
  const folder = temporaryFolder();
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  mkdirSync(join(folder, "config"));
  writeFileSync(join(folder, "config", "askback.config.ts"), config);
  const before = { ...process.env };
  Object.assign(process.env, env);
  try {
    return await readSettings({ config: "config/askback.config.ts" }, env, folder);
  } finally {
    process.env = before;
  }
}

test("[OPS-9] the configs of both examples load, may listen beyond the machine, and have a key each for asking, answering and metrics", async () => {
  const database = { ASKBACK_DATABASE_URL: "postgres://askback:hidden@postgres:5432/askback" };
  const examples = [
    { config: textOf("deploy/askback.config.ts"), env: { ...hashes, ...database, PUBLIC_URL: "https://a.example" } },
    { config: kubernetes.ConfigMap?.data?.["askback.config.ts"] ?? "", env: { ...hashes, ...database } },
  ];
  for (const { config, env } of examples) {
    const settings = await settingsWith(config, env);
    expect(settings).toMatchObject({ host: "0.0.0.0", port: 4100, database: { url: database.ASKBACK_DATABASE_URL } });
    expect(settings.config.publicUrl).toMatch(/^https:/);
    expect(settings.config.keys?.map(({ scopes }) => scopes)).toEqual([["ask"], ["answer"], ["metrics"]]);
    await expect(settingsWith(config, { ...env, ASK_KEY_SHA256: "" })).rejects.toThrow(/keys\.agents\.sha256/);
  }
});

test("[OPS-9] the image has every workspace, runs the program, and its health check uses an existing path", async () => {
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, files = ""]) => files.split(" "));
  for (const file of copied) expect(existsSync(join(root, file)), file).toBe(true);
  expect(copied).toEqual(expect.arrayContaining(globSync("packages/*/package.json", { cwd: root })));
  expect(dockerfile).toMatch(/^ENTRYPOINT \["askback"\]$/m);
  expect(dockerfile).toMatch(/^USER node$/m);
  const { port } = await readSettings({}, {}, temporaryFolder());
  expect(dockerfile).toContain(`EXPOSE ${port}`);
  expect(dockerfile).toContain(`http://127.0.0.1:${port}/healthz`);
});

test("[OPS-9] compose: referenced services, files and volumes exist, and the proxy knows every server", {
  tags: "smoke",
}, () => {
  const names = Object.keys(compose.services);
  const servers = names.filter((name) => name.startsWith("askback-"));
  expect(servers).toHaveLength(2);
  for (const [name, service] of Object.entries(compose.services)) {
    const needed = Array.isArray(service.depends_on) ? service.depends_on : Object.keys(service.depends_on ?? {});
    expect(names, name).toEqual(expect.arrayContaining(needed));
    if (service.build) expect(existsSync(join(root, service.build.dockerfile))).toBe(true);
    for (const volume of service.volumes ?? []) {
      const [source = ""] = volume.split(":");
      const isThere = source.startsWith(".") ? existsSync(join(root, source)) : Object.hasOwn(compose.volumes, source);
      expect(isThere, `${source} of ${name}`).toBe(true);
    }
  }
  for (const server of servers) {
    expect(compose.services[server]?.environment).toMatchObject({ ASKBACK_DATABASE_URL: expect.any(String) });
    expect(compose.services[server]?.volumes).toContain("./deploy/askback.config.ts:/app/askback.config.ts:ro");
  }
  const [, upstreams = ""] = /reverse_proxy (.+) \{\n\t\tlb_policy/.exec(caddyfile) ?? [];
  expect(upstreams.split(" ")).toEqual(servers.map((server) => `${server}:4100`));
});

test("[OPS-9] Kubernetes: references match, and the image is the same everywhere", { tags: "smoke" }, () => {
  const { Deployment, Service, PodDisruptionBudget, ConfigMap } = kubernetes;
  const pod = Deployment?.spec?.template;
  const labels = pod?.metadata.labels;
  expect(Deployment?.spec?.replicas).toBeGreaterThanOrEqual(2);
  expect([Deployment, PodDisruptionBudget].map((object) => object?.spec?.selector?.matchLabels)).toEqual([
    labels,
    labels,
  ]);
  expect(Service?.spec?.selector).toEqual(labels);
  const server = containerOf("Deployment");
  expect(Service?.spec?.ports?.map(({ targetPort }) => targetPort)).toEqual(server.ports?.map(({ name }) => name));
  expect(server.ports).toEqual([{ name: "http", containerPort: 4100 }]);
  expect(containerOf("Job").image).toBe(server.image);
  expect(pod?.spec.volumes?.find(({ configMap }) => configMap)?.configMap?.name).toBe(ConfigMap?.metadata.name);
  const mounts = server.volumeMounts?.map(({ mountPath }) => mountPath);
  expect(mounts).toContain(/ASKBACK_DATA_DIR=(\S+)/.exec(dockerfile)?.[1]);
  const configFile = server.env.find(({ name }) => name === "ASKBACK_CONFIG")?.value;
  expect(mounts?.map((mount) => `${mount}/${Object.keys(ConfigMap?.data ?? {})[0]}`)).toContain(configFile);
});

test("[OPS-9] Kubernetes: every required secret is created by the command in docs/operate.md", () => {
  const made = [...textOf("docs/operate.md").matchAll(/--from-literal=([\w-]+)=/g)].map(([, key]) => key);
  const wanted = [...containerOf("Deployment").env, ...containerOf("Job").env].flatMap(({ valueFrom }) =>
    valueFrom && valueFrom.secretKeyRef.optional !== true ? [valueFrom.secretKeyRef] : [],
  );
  expect(new Set(wanted.map(({ name }) => name))).toEqual(new Set(["askback"]));
  for (const { key } of wanted) expect(made).toContain(key);
});

/** The status of a request to this address. */
async function statusOf(url: string, path: string): Promise<number | undefined> {
  const headers = { host: "10.0.0.7:4100" };
  const [response] = (await once(get(new URL(path, url), { headers }), "response")) as [IncomingMessage];
  response.resume();
  return response.statusCode;
}

test("[OPS-9] the probes of Kubernetes and of the proxy are answered", async () => {
  const server = await startServerProcess();
  const { readinessProbe, livenessProbe } = containerOf("Deployment");
  const probes = [readinessProbe, livenessProbe].map((probe) => {
    expect(probe?.httpGet.port).toBe("http");
    return probe?.httpGet.path ?? "";
  });
  const [, path = ""] = /health_uri (\S+)/.exec(caddyfile) ?? [];
  expect([...probes, path]).toEqual(["/readyz", "/healthz", "/readyz"]);
  for (const probe of [...probes, path]) expect(await statusOf(server.url, probe)).toBe(200);
  await server.stop();
});
