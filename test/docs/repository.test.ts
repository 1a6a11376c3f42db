import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { readPage, root } from "../harness/docs/snippets.ts";

interface Workflow {
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

interface Job {
  readonly needs?: string;
  readonly uses?: string;
  readonly environment?: string;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps?: readonly { readonly run?: string; readonly uses?: string }[];
}

const workflowFiles = globSync(".github/workflows/*.yml", { cwd: root });
const workflowOf = (file: string) => parse(readFileSync(join(root, file), "utf8")) as Workflow;
const { scripts } = JSON.parse(readPage("package.json"));

test("[DOCS-6] the workflows test, test everything and release, and run only scripts of the package", {
  tags: "smoke",
}, () => {
  expect(workflowFiles.sort()).toEqual(["full-test", "release", "test"].map((name) => `.github/workflows/${name}.yml`));
  const runs = workflowFiles.flatMap((file) =>
    Object.values(workflowOf(file).jobs).flatMap(({ steps = [] }) => steps.flatMap(({ run }) => run ?? [])),
  );
  expect(runs).toEqual(expect.arrayContaining(["npm ci", "npm test", "npm run test:full", "npm run docs:build"]));
  const named = runs.flatMap((run) => [...run.matchAll(/npm run ([\w:]+)/g)].map(([, script]) => script));
  expect(named.filter((script = "") => !Object.hasOwn(scripts, script))).toEqual([]);
});

test("[DOCS-6] only the job that publishes may write, after the full test and an approval, and it publishes with provenance", {
  tags: "smoke",
}, () => {
  for (const file of workflowFiles) expect(workflowOf(file).permissions, file).toEqual({ contents: "read" });
  const { jobs } = workflowOf(".github/workflows/release.yml");
  const { publish, ...others } = jobs;
  expect(Object.values(others).map(({ permissions }) => permissions)).toEqual([undefined]);
  expect(publish).toMatchObject({
    needs: "full-test",
    environment: "npm",
    permissions: { contents: "write", "id-token": "write" },
  });
  expect(existsSync(join(root, jobs["full-test"]?.uses ?? "nothing"))).toBe(true);
  const publishing = publish?.steps?.flatMap(({ run }) => (run?.includes("npm publish") ? [run] : [])) ?? [];
  expect(publishing).toHaveLength(1);
  expect(publishing[0]).toContain("--provenance --access public");
  expect(JSON.stringify(jobs)).not.toContain("secrets.");
});

test("[DOCS-6] the issue templates are forms that ask for what is needed, and send vulnerabilities elsewhere", {
  tags: "smoke",
}, () => {
  for (const name of ["bug", "feature"]) {
    const { body, ...head } = parse(readPage(`.github/ISSUE_TEMPLATE/${name}.yml`));
    expect(head).toEqual({
      name: expect.any(String),
      description: expect.any(String),
      labels: [name === "bug" ? "bug" : "feature"],
    });
    const ids = body.flatMap(({ id }: { id?: string }) => id ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    expect(body.some(({ validations }: { validations?: { required?: boolean } }) => validations?.required)).toBe(true);
  }
  expect(readPage(".github/ISSUE_TEMPLATE/bug.yml")).toContain("SECURITY.md");
});

test("[DOCS-6] the release page and SECURITY.md name only scripts and files that exist", { tags: "smoke" }, () => {
  const pages = [readPage("CONTRIBUTING.md"), readPage(".github/SECURITY.md")].join("\n");
  const named = [...pages.matchAll(/npm run ([\w:]+)/g)].map(([, script]) => script);
  expect(named).toEqual(expect.arrayContaining(["pack", "test:full", "docs:build"]));
  expect(named.filter((script = "") => !Object.hasOwn(scripts, script))).toEqual([]);
  for (const [, file = ""] of pages.matchAll(/`(\.github\/[\w./-]+)`/g))
    expect(existsSync(join(root, file)), file).toBe(true);
});
