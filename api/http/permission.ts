/** Lets through whoever holds a permission. */
import { forbidden, unauthorized } from "#api/errors.ts";
import { reachFor } from "#api/permissions.ts";
import type { Permission } from "#contract/permissions.ts";
import type { RouteMiddleware } from "./request-context.ts";

/** Sets `state.me`, who calls and how far the permission reaches; answers 403 where neither role nor delegation gives it. */
export const requirePermission =
  (permission: Exclude<Permission, "public">): RouteMiddleware =>
  async (ctx, next) => {
    const { user } = ctx.state;
    if (!user) throw unauthorized();
    const reach = reachFor(permission, user);
    if (!reach) throw forbidden();
    ctx.state.me = { ...user, ...reach };
    await next();
  };
