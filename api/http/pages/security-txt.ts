/** Says whom to tell of a weakness (RFC 9116), where the site named somebody. */
import type Router from "@koa/router";
import type { Deps } from "#api/deps.ts";
import { notFound } from "#api/errors.ts";
import type { RequestState } from "../request-context.ts";

const path = "/.well-known/security.txt";
/** The file is written anew each time; whoever keeps a copy reads it again by then. */
const validDays = 180;

/** The contact comes from the environment; without one there is no file. */
export function securityTxtRoute(router: Router<RequestState>, { settings, clock }: Deps): void {
  const { securityContact, publicOrigin } = settings;
  router.get(path, (ctx) => {
    ctx.state.route = path;
    if (securityContact === undefined) throw notFound();
    const expires = new Date(clock().getTime() + validDays * 86_400_000);
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${expires.toISOString().replace(/\.\d+/, "")}`,
      "Preferred-Languages: ko, en",
      ...(publicOrigin === undefined ? [] : [`Canonical: ${publicOrigin}${path}`]),
    ];
    ctx.type = "text/plain; charset=utf-8";
    ctx.body = `${lines.join("\n")}\n`;
  });
}
