/** Settings of tracing: OpenTelemetry's own variables. */
import * as z from "zod";

/** Samplers of the OpenTelemetry specification. */
const samplers = [
  "always_on",
  "always_off",
  "traceidratio",
  "parentbased_always_on",
  "parentbased_always_off",
  "parentbased_traceidratio",
] as const;

const collector = z
  .string()
  .refine(
    (text) => /^https?:\/\/[^\s?#]+$/.test(text) && URL.canParse(text),
    "must be an address like http://collector:4318",
  );

export const traceVariables = {
  OTEL_TRACES_EXPORTER: z.enum(["otlp", "none"]).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: collector.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: collector.optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z.enum(["http/json"]).optional(),
  OTEL_TRACES_SAMPLER: z.enum(samplers).default("parentbased_always_on"),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  OTEL_BSP_SCHEDULE_DELAY: z.coerce.number().int().min(10).max(60_000).default(5_000),
};

/** @returns undefined where tracing is switched off */
export function traceSettings(env: z.output<z.ZodObject<typeof traceVariables>>) {
  const { OTEL_TRACES_EXPORTER: exporter, OTEL_EXPORTER_OTLP_ENDPOINT: all } = env;
  const endpoint = all ?? (exporter === "otlp" ? "http://localhost:4318" : undefined);
  const below = endpoint && `${endpoint.replace(/\/$/, "")}/v1/traces`;
  const url = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? below;
  if (url === undefined || exporter === "none") return undefined;
  return {
    /** OTLP endpoint, JSON over HTTP. */
    url,
    sampler: env.OTEL_TRACES_SAMPLER,
    /** Sampling ratio, 0 to 1. */
    ratio: env.OTEL_TRACES_SAMPLER_ARG,
    /** Delay before a batch of spans is sent. */
    delayMs: env.OTEL_BSP_SCHEDULE_DELAY,
  };
}

export type TraceSettings = NonNullable<ReturnType<typeof traceSettings>>;
