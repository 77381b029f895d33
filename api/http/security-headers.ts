/** Security headers and the content security policy. */
import { type IncomingMessage, ServerResponse } from "node:http";
import helmet, { type HelmetOptions } from "helmet";
import type { Middleware } from "koa";
import { cspReportsPath } from "./pages/csp-reports.ts";
import type { RequestState } from "./request-context.ts";

const policy = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  // Sanitised terms and policies may colour and align their text.
  styleSrcAttr: ["'unsafe-inline'"],
  imgSrc: ["'self'", "data:", "blob:"],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  workerSrc: ["'self'"],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  frameAncestors: ["'none'"],
  formAction: ["'self'"],
  // Browsers support one or the other.
  reportTo: ["csp"],
  reportUri: [cspReportsPath],
};

/** The policy as a header value, with some directives replaced. */
export const policyWith = (replaced: Partial<Record<keyof typeof policy, string[]>>): string =>
  Object.entries({ ...policy, ...replaced })
    .map(
      ([name, values]) =>
        `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} ${values.join(" ")}`,
    )
    .join(";");

/** Helmet's headers, which are the same for every response. */
function headersOf(options: HelmetOptions): [name: string, value: string][] {
  const response = new ServerResponse({} as IncomingMessage);
  helmet(options)({} as IncomingMessage, response, () => {});
  return Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]);
}

/** Strict-Transport-Security is sent only over https. */
export function securityHeaders(): Middleware<RequestState> {
  const shared = {
    contentSecurityPolicy: { useDefaults: false, directives: policy },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: "no-referrer" },
    xFrameOptions: { action: "deny" },
  } as const;
  const own: [name: string, value: string][] = [
    ["Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=()"],
    ["Reporting-Endpoints", `csp="${cspReportsPath}"`],
  ];
  const plain = [...headersOf({ ...shared, strictTransportSecurity: false }), ...own];
  const secure = [...headersOf({ ...shared, strictTransportSecurity: { maxAge: 31_536_000 } }), ...own];
  return (ctx, next) => {
    for (const [name, value] of ctx.state.secure ? secure : plain) ctx.res.setHeader(name, value);
    return next();
  };
}
