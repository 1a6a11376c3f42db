import { SettingError } from "./setting-error.ts";

/** How traces are sent, by the standard variables of OpenTelemetry; the exporter reads the others itself. */
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

/** Undefined unless a collector is named and traces are not turned off. */
export function readTracingSettings(env: Environment): TracingSettings | undefined {
  const endpoint =
    readVariable(env, "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT") ?? readVariable(env, "OTEL_EXPORTER_OTLP_ENDPOINT");
  if (!endpoint || env.OTEL_SDK_DISABLED?.toLowerCase() === "true" || env.OTEL_TRACES_EXPORTER === "none")
    return undefined;
  // The error does not show the value, which may hold a password.
  if (!/^https?:\/\//.test(endpoint.value) || !URL.canParse(endpoint.value))
    throw new SettingError(
      `${endpoint.name} (environment) is not an http or https URL`,
      "Name the collector's HTTP port, as in http://collector:4318, or unset it.",
    );
  const protocol =
    readVariable(env, "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL") ?? readVariable(env, "OTEL_EXPORTER_OTLP_PROTOCOL");
  if (protocol && !protocol.value.startsWith("http/"))
    throw badVariable(protocol, "is not supported", "Use http/json and the collector's HTTP port, often 4318.");
  return { sampler: readSampler(env), batch: readBatch(env) };
}

function readSampler(env: Environment): TracingSettings["sampler"] {
  const sampler = readVariable(env, "OTEL_TRACES_SAMPLER");
  if (!sampler) return { isParentBased: true, ratio: 1 };
  const [, parent, kind] = /^(parentbased_)?(always_on|always_off|traceidratio)$/.exec(sampler.value) ?? [];
  if (kind === undefined)
    throw badVariable(
      sampler,
      "is not a sampler",
      "Use always_on, always_off or traceidratio, each also with the prefix parentbased_.",
    );
  const ratio = kind === "traceidratio" ? readRatio(env) : kind === "always_on" ? 1 : 0;
  return { isParentBased: parent !== undefined, ratio };
}

function readRatio(env: Environment): number {
  const argument = readVariable(env, "OTEL_TRACES_SAMPLER_ARG");
  if (!argument) return 1;
  const ratio = Number(argument.value);
  if (ratio >= 0 && ratio <= 1) return ratio;
  throw badVariable(argument, "is not a ratio", "Use a number from 0 to 1.");
}

function readBatch(env: Environment): TracingSettings["batch"] {
  const entries = Object.entries(batchVariables).flatMap(([name, setting]) => {
    const number = readVariable(env, name);
    if (!number) return [];
    if (!/^[1-9]\d{0,8}$/.test(number.value))
      throw badVariable(number, "is not a whole number above 0", "Correct it or unset it.");
    return [[setting, Number(number.value)]];
  });
  return Object.fromEntries(entries);
}

interface Variable {
  readonly name: string;
  readonly value: string;
}

function readVariable(env: Environment, name: string): Variable | undefined {
  const value = env[name]?.trim();
  return value ? { name, value } : undefined;
}

function badVariable({ name, value }: Variable, what: string, hint: string): SettingError {
  return new SettingError(`${name} (environment) = "${value}" ${what}`, hint);
}
