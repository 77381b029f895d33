/** security.txt (RFC 9116), where the site has a security contact. */
import type Router from "@koa/router";
import type { Deps } from "#api/deps.ts";
import { notFound } from "#api/errors.ts";
import type { RequestState } from "../request-context.ts";

const path = "/.well-known/security.txt";
/** `Expires`; the file is generated on every request. */
const validDays = 180;

/** Without a contact in the environment there is no file. */
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
