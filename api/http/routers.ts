/** A router for each group of routes, so that a call is matched against the few of its group instead of all. */
import Router, { type RouterContext } from "@koa/router";
import type { Next } from "koa";
import type { RequestState } from "./request-context.ts";

/** The first two segments of a path. Routes tell neither case nor a last slash apart. */
const segmentsOf = (path: string): string[] => path.toLowerCase().replace(/\/$/, "").split("/", 3).slice(1);

interface Group {
  readonly router: Router<RequestState>;
  readonly routes: ReturnType<Router<RequestState>["routes"]>;
}

export class Routers {
  readonly #groups = new Map<string, Group>();

  #groupAt(path: string): Group | undefined {
    const [first, second] = segmentsOf(path);
    return this.#groups.get(`${first}/${second}`) ?? this.#groups.get(`${first}`);
  }

  /**
   * The router that a route belongs to, by its first two segments, or the first where the second is a parameter.
   * @param path pattern of the route
   */
  of(path: string): Router<RequestState> {
    const segments = segmentsOf(path);
    const key = segments.filter((segment) => !segment.startsWith(":")).join("/");
    const known = this.#groups.get(key);
    if (known) return known.router;
    const router = new Router<RequestState>();
    this.#groups.set(key, { router, routes: router.routes() });
    return router;
  }

  /** Answers a call, or passes it on where no route takes it. */
  readonly routes = (ctx: RouterContext<RequestState>, next: Next): Promise<unknown> => {
    const group = this.#groupAt(ctx.path);
    return group ? group.routes(ctx, next) : next();
  };

  /** Methods that routes take at a path. */
  methodsAt(path: string): Set<string> {
    const matched = this.#groupAt(path)?.router.match(path, "").path ?? [];
    return new Set(matched.flatMap((layer) => layer.methods));
  }
}
