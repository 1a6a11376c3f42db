import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse, parseAllDocuments } from "yaml";

const root = fileURLToPath(new URL("../../..", import.meta.url));

export function textOf(file: string): string {
  return readFileSync(`${root}/${file}`, "utf8");
}

/** A YAML file with its merge keys resolved. */
export function yamlOf<Shape>(file: string): Shape {
  return parse(textOf(file), { merge: true }) as Shape;
}

export interface Service {
  readonly command?: readonly string[];
  readonly build?: { readonly dockerfile: string };
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly depends_on?: readonly string[] | Readonly<Record<string, unknown>>;
}

export interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

interface Probe {
  readonly httpGet: {
    readonly path: string;
    readonly port: string;
  };
}

export interface Container {
  readonly args: readonly string[];
  readonly image: string;
  readonly env: readonly {
    readonly name: string;
    readonly value?: string;
    readonly valueFrom?: {
      readonly secretKeyRef: { readonly name: string; readonly key: string; readonly optional?: boolean };
    };
  }[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly readinessProbe?: Probe;
  readonly livenessProbe?: Probe;
  readonly volumeMounts?: readonly { readonly name: string; readonly mountPath: string }[];
}

type Labels = Readonly<Record<string, string>>;

export interface Manifest {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: {
    readonly replicas?: number;
    readonly selector?: Labels & { readonly matchLabels?: Labels };
    readonly ports?: readonly { readonly targetPort: string }[];
    readonly template?: {
      readonly metadata: { readonly labels: Labels };
      readonly spec: {
        readonly terminationGracePeriodSeconds?: number;
        readonly containers: readonly Container[];
        readonly volumes?: readonly { readonly name: string; readonly configMap?: { readonly name: string } }[];
      };
    };
  };
}

export const kubernetesFiles = ["config", "migrate", "server"].map((name) => `deploy/kubernetes/${name}.yaml`);

/** All objects of the Kubernetes example, by kind. */
export function manifests(): Readonly<Record<string, Manifest>> {
  const objects = kubernetesFiles.flatMap((file) =>
    parseAllDocuments(textOf(file)).map((document) => {
      if (document.errors.length > 0) throw document.errors[0];
      return document.toJS() as Manifest;
    }),
  );
  return Object.fromEntries(objects.map((object) => [object.kind, object]));
}

/** The containers that run the program. */
export function containersOf(): readonly Container[] {
  return Object.values(manifests()).flatMap(({ spec }) => spec?.template?.spec.containers ?? []);
}
