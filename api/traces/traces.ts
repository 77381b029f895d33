/**
 * OpenTelemetry traces (docs/operations.md, "Tracing"). Loaded only where an endpoint is configured. Spans contain
 * route patterns, names of tables and jobs, statuses and the request's id: no addresses, values or personal data.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import {
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from "@opentelemetry/api";
import { ExportResultCode, W3CTraceContextPropagator } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from "@opentelemetry/resources";
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from "@opentelemetry/sdk-trace";
import type { Next, ParameterizedContext } from "koa";
import type { RequestState } from "#api/http/request-context.ts";
import type { Logger } from "#api/log.ts";
import type { TraceSettings } from "#api/settings/traces.ts";
import { version } from "#api/version.ts";
import type { ObserveStatement } from "#db/connection.ts";
import { errorCode } from "#db/error-code.ts";
import type { ObserveCall } from "#db/observe-call.ts";

export type Traces = ReturnType<typeof createTraces>;

const closeMs = 2_000;

function samplerOf({ sampler, ratio }: TraceSettings): Sampler {
  const [, parentBased, kind] = /^(parentbased_)?(always_on|always_off|traceidratio)$/.exec(sampler) ?? [];
  const root =
    kind === "traceidratio"
      ? new TraceIdRatioBasedSampler(ratio)
      : kind === "always_off"
        ? new AlwaysOffSampler()
        : new AlwaysOnSampler();
  return parentBased ? new ParentBasedSampler({ root }) : root;
}

/** Logs when the collector stops and resumes accepting spans; spans are dropped meanwhile. */
function withFailureLog(exporter: SpanExporter, log: Logger): SpanExporter {
  let fails = false;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        const isLost = result.code !== ExportResultCode.SUCCESS;
        if (isLost && !fails) log.warn({ err: result.error }, "traces are not taken by the collector");
        if (!isLost && fails) log.info("traces are taken by the collector again");
        fails = isLost;
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
    forceFlush: async () => exporter.forceFlush?.(),
  };
}

/** First keyword and first table of a statement: `SELECT visits`. Values are never part of its text. */
function describe(sql: string): { readonly operation: string; readonly table: string | undefined } {
  const operation = /^[\s(]*([a-z]+)/i.exec(sql)?.[1]?.toUpperCase() ?? "SQL";
  const table =
    /\b(?:from|into|update|join)\s+(?:only\s+)?(?:public\.)?"?([a-z_][a-z0-9_]*)\b(?!\s*\()/i.exec(sql)?.[1];
  return { operation, table: table?.toLowerCase() };
}

/** @param log gets failures of the collector */
export function createTraces(settings: TraceSettings, log: Logger) {
  const exporter = withFailureLog(new OTLPTraceExporter({ url: settings.url }), log);
  const own = { "service.name": "visitor", "service.version": version, "service.instance.id": randomUUID() };
  const detectors = [resourceAttributesEnvDetector, serviceNameEnvDetector];
  const provider = new TracerProvider({
    sampler: samplerOf(settings),
    resource: defaultResource().merge(resourceFromAttributes(own)).merge(detectResources({ detectors })),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: settings.delayMs })],
  });
  const tracer = provider.getTracer("visitor", version);
  const propagator = new W3CTraceContextPropagator();
  // Not the library's global context, which an embedding application may use.
  const current = new AsyncLocalStorage<Context>();

  const within = <T>(span: Span, parent: Context, work: () => Promise<T>): Promise<T> =>
    current.run(trace.setSpan(parent, span), work);

  return {
    /** Creates the span of a call, named by method and route pattern. */
    async observe(ctx: ParameterizedContext<RequestState>, next: Next): Promise<void> {
      const { traceparent, requestId } = ctx.state;
      const parent =
        traceparent === undefined
          ? ROOT_CONTEXT
          : propagator.extract(ROOT_CONTEXT, { traceparent }, defaultTextMapGetter);
      const attributes = { "visitor.request_id": requestId };
      const span = tracer.startSpan("call", { kind: SpanKind.SERVER, attributes }, parent);
      ctx.state.traceId = span.spanContext().traceId;
      try {
        await within(span, parent, next);
      } finally {
        const { route } = ctx.state;
        // As in metrics: callers must not be able to create span names.
        const method = route === undefined ? "other" : ctx.method;
        span.updateName(`${method} ${route ?? "other"}`);
        span.setAttributes({
          "http.request.method": method,
          "http.route": route ?? "other",
          "http.response.status_code": ctx.status,
        });
        if (ctx.status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      }
    },
    /** Creates the span of a statement, within a call or job only. */
    statement(sql: string, name: string | undefined): ReturnType<ObserveStatement> {
      const parent = current.getStore();
      if (!parent) return () => {};
      const { operation, table } = describe(sql);
      const attributes = {
        "db.system.name": "postgresql",
        "db.operation.name": operation,
        ...(table !== undefined && { "db.collection.name": table }),
        ...(name !== undefined && { "visitor.prepared_statement": name }),
      };
      const span = tracer.startSpan(
        table === undefined ? operation : `${operation} ${table}`,
        { kind: SpanKind.CLIENT, attributes },
        parent,
      );
      return (error) => {
        if (error !== undefined) {
          span.setStatus({ code: SpanStatusCode.ERROR });
          span.setAttribute("error.type", errorCode(error) ?? "other");
        }
        span.end();
      };
    },
    /** Creates the spans of calls to another service, named by operation. */
    follow:
      (service: string): ObserveCall =>
      async (operation, call, failure) => {
        const attributes = { "visitor.service": service, "visitor.operation": operation };
        const parent = current.getStore() ?? ROOT_CONTEXT;
        const span = tracer.startSpan(
          `${service} ${operation}`,
          { kind: SpanKind.CLIENT, attributes },
          parent,
        );
        const fails = (type: string) => {
          span.setStatus({ code: SpanStatusCode.ERROR });
          span.setAttribute("error.type", type);
        };
        try {
          const answer = await within(span, parent, call);
          const failed = failure?.(answer);
          if (failed !== undefined) fails(failed);
          return answer;
        } catch (error) {
          fails(error instanceof Error ? error.name : "other");
          throw error;
        } finally {
          span.end();
        }
      },
    /** Runs a job within its own span. */
    async job<T>(name: string, work: () => Promise<T>): Promise<T> {
      const attributes = { "visitor.job": name };
      const span = tracer.startSpan(`job ${name}`, { kind: SpanKind.INTERNAL, attributes }, ROOT_CONTEXT);
      try {
        return await within(span, ROOT_CONTEXT, work);
      } catch (error) {
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    },
    /** Sends pending spans, for at most two seconds. */
    async close(): Promise<void> {
      await Promise.race([provider.shutdown().catch(() => {}), delay(closeMs, undefined, { ref: false })]);
    },
  };
}
