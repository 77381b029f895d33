/** Headers that keep the browser from doing what the product never asks it to. */
import type { Middleware } from "koa";
import helmet from "koa-helmet";
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
  // Browsers know one or the other.
  reportTo: ["csp"],
  reportUri: [cspReportsPath],
};

/** The policy as a header's value, with some directives replaced. */
export const policyWith = (replaced: Partial<Record<keyof typeof policy, string[]>>): string =>
  Object.entries({ ...policy, ...replaced })
    .map(
      ([name, values]) =>
        `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} ${values.join(" ")}`,
    )
    .join(";");

/** Strict-Transport-Security is said only where the request came over https. */
export function securityHeaders(): Middleware<RequestState>[] {
  const shared = {
    contentSecurityPolicy: { useDefaults: false, directives: policy },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: "no-referrer" },
    xFrameOptions: { action: "deny" },
  } as const;
  const plain = helmet({ ...shared, strictTransportSecurity: false });
  const secure = helmet({ ...shared, strictTransportSecurity: { maxAge: 31_536_000 } });
  return [
    (ctx, next) => (ctx.state.secure ? secure : plain)(ctx, next),
    async (ctx, next) => {
      ctx.set("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=()");
      ctx.set("Reporting-Endpoints", `csp="${cspReportsPath}"`);
      await next();
    },
  ];
}
