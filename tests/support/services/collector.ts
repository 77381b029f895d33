/** A collector of OpenTelemetry traces. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";
import * as z from "zod";

const attribute = z.object({
  key: z.string(),
  value: z.union([
    z.object({ stringValue: z.string() }).transform(({ stringValue }) => stringValue),
    z.object({ intValue: z.union([z.number(), z.string()]) }).transform(({ intValue }) => Number(intValue)),
  ]),
});
const attributes = z
  .array(attribute)
  .transform((all) => Object.fromEntries(all.map(({ key, value }) => [key, value])));

const spanSchema = z.object({
  traceId: z.string(),
  spanId: z.string(),
  parentSpanId: z.string().optional(),
  name: z.string(),
  kind: z.number(),
  attributes,
  status: z.object({ code: z.number(), message: z.string().optional() }),
  events: z.array(z.unknown()),
});

const exported = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes }),
      scopeSpans: z.array(z.object({ spans: z.array(spanSchema) })),
    }),
  ),
});

export type CollectedSpan = z.output<typeof spanSchema>;

export interface Collector {
  /** for OTEL_EXPORTER_OTLP_ENDPOINT */
  readonly url: string;
  readonly spans: CollectedSpan[];
  /** attributes of the senders */
  readonly resources: Record<string, string | number>[];
  /** everything received so far */
  text(): string;
  /** status of later answers */
  status: number;
  /** answers other than 200 */
  readonly refused: string[];
}

/** Stops after the tests. */
export async function startCollector(): Promise<Collector> {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    response.writeHead(collector.status, { "Content-Type": "application/json" }).end("{}");
    if (collector.status !== 200) collector.refused.push(body);
    if (collector.status !== 200 || request.url !== "/v1/traces") return;
    bodies.push(body);
    for (const { resource, scopeSpans } of exported.parse(JSON.parse(body)).resourceSpans) {
      collector.resources.push(resource.attributes);
      collector.spans.push(...scopeSpans.flatMap(({ spans }) => spans));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const collector: Collector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans: [],
    resources: [],
    text: () => bodies.join("\n"),
    status: 200,
    refused: [],
  };
  return collector;
}
