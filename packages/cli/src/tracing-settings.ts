import { SettingError } from "./setting-error.ts";

/** How traces are sent, as the standard variables of OpenTelemetry say; the exporter reads the rest of them itself. */
export interface TracingSettings {
  readonly sampler: { readonly isParentBased: boolean; readonly ratio: number };
  readonly batch: Partial<Record<(typeof batchVariables)[keyof typeof batchVariables], number>>;
}

const batchVariables = {
  OTEL_BSP_SCHEDULE_DELAY: "scheduledDelayMillis",
  OTEL_BSP_EXPORT_TIMEOUT: "exportTimeoutMillis",
  OTEL_BSP_MAX_QUEUE_SIZE: "maxQueueSize",
  OTEL_BSP_MAX_EXPORT_BATCH_SIZE: "maxExportBatchSize",
} as const;

type Environment = Readonly<Record<string, string | undefined>>;

/** Undefined unless a collector is named and nothing turns traces off. */
export function tracingSettings(env: Environment): TracingSettings | undefined {
  const endpoint = given(env, "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") ?? given(env, "OTEL_EXPORTER_OTLP_ENDPOINT");
  if (!endpoint || env.OTEL_SDK_DISABLED?.toLowerCase() === "true" || env.OTEL_TRACES_EXPORTER === "none")
    return undefined;
  // The value is not shown: it may hold a password.
  if (!/^https?:\/\//.test(endpoint.value) || !URL.canParse(endpoint.value))
    throw new SettingError(
      `${endpoint.name} (environment) is no http or https URL`,
      "Name the collector's HTTP port, as in http://collector:4318, or unset it.",
    );
  const protocol = given(env, "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL") ?? given(env, "OTEL_EXPORTER_OTLP_PROTOCOL");
  if (protocol && !protocol.value.startsWith("http/"))
    throw bad(protocol, "is not spoken here", "Use http/json and the collector's HTTP port, often 4318.");
  return { sampler: samplerOf(env), batch: batchOf(env) };
}

function samplerOf(env: Environment): TracingSettings["sampler"] {
  const sampler = given(env, "OTEL_TRACES_SAMPLER");
  if (!sampler) return { isParentBased: true, ratio: 1 };
  const [, parent, kind] = /^(parentbased_)?(always_on|always_off|traceidratio)$/.exec(sampler.value) ?? [];
  if (kind === undefined)
    throw bad(
      sampler,
      "is no sampler",
      "Use always_on, always_off or traceidratio, each also with parentbased_ before.",
    );
  const ratio = kind === "traceidratio" ? ratioOf(env) : kind === "always_on" ? 1 : 0;
  return { isParentBased: parent !== undefined, ratio };
}

function ratioOf(env: Environment): number {
  const argument = given(env, "OTEL_TRACES_SAMPLER_ARG");
  if (!argument) return 1;
  const ratio = Number(argument.value);
  if (ratio >= 0 && ratio <= 1) return ratio;
  throw bad(argument, "is no share of traces", "Use a number from 0 to 1.");
}

function batchOf(env: Environment): TracingSettings["batch"] {
  const entries = Object.entries(batchVariables).flatMap(([name, setting]) => {
    const number = given(env, name);
    if (!number) return [];
    if (!/^[1-9]\d{0,8}$/.test(number.value))
      throw bad(number, "is no whole number above 0", "Correct it or unset it.");
    return [[setting, Number(number.value)]];
  });
  return Object.fromEntries(entries);
}

interface Given {
  readonly name: string;
  readonly value: string;
}

function given(env: Environment, name: string): Given | undefined {
  const value = env[name]?.trim();
  return value ? { name, value } : undefined;
}

function bad({ name, value }: Given, what: string, hint: string): SettingError {
  return new SettingError(`${name} (environment) = "${value}" ${what}`, hint);
}
