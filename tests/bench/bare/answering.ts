/** What all hand-written servers answer with beside the body: headers, refusals, a line of log. */
import { pino } from "pino";
import { HttpError } from "./request.ts";

export interface Answered {
  readonly status: number;
  /** JSON. */
  readonly body: string;
}

/** Where writes may come from. */
export const origin = process.env.PUBLIC_ORIGIN;

export const log = pino({ level: "info", base: null }, pino.destination({ dest: "/dev/null", sync: true }));

/** As the product's: what browsers are told not to do. */
export const guards = {
  "Content-Security-Policy":
    "default-src 'self';script-src 'self';style-src 'self';style-src-attr 'unsafe-inline';img-src 'self' data: blob:;font-src 'self';connect-src 'self';worker-src 'self';object-src 'none';base-uri 'none';frame-ancestors 'none';form-action 'self'",
  "Strict-Transport-Security": "max-age=31536000; includeSubDomains",
  "X-Content-Type-Options": "nosniff",
  "X-Frame-Options": "DENY",
  "Referrer-Policy": "no-referrer",
  "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=()",
  "Cache-Control": "no-store",
};

export function refusalOf(error: unknown): Answered {
  const message = error instanceof Error ? error.message : String(error);
  return { status: error instanceof HttpError ? error.status : 500, body: JSON.stringify({ message }) };
}
