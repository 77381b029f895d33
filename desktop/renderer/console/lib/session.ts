/** The signed-in user and their permissions. */
import { queryOptions, useSuspenseQuery } from "@tanstack/react-query";
import type { Language } from "#browser/language.ts";
import { type CurrentUser, getCurrentUser } from "#contract/people/account.ts";
import type { Permission } from "#contract/permissions.ts";
import type { NamedItem } from "#contract/site/user-codes.ts";
import { CallError, call } from "./api.ts";
import { currentLanguage, useLanguage } from "./language.ts";

/** Null if not signed in. */
export const sessionQuery = (language: Language = currentLanguage()) =>
  queryOptions({
    queryKey: ["session", language],
    queryFn: ({ signal, client, queryKey }): Promise<CurrentUser | null> =>
      call(getCurrentUser, {}, { signal }).catch((error: unknown) => {
        // a session that ends keeps its screen until the sign-in replaces it (failures.ts)
        const isEnd = Boolean(client.getQueryData(queryKey));
        if (error instanceof CallError && error.status === 401 && !isEnd) return null;
        throw error;
      }),
    staleTime: 5 * 60_000,
  });

/** Permissions that need a signed-in user. */
export type StaffPermission = Exclude<Permission, "public">;

/** Scope of a permission; undefined if not granted. */
export const scopeOf = (user: CurrentUser, permission: StaffPermission) => user.permissions[permission];

export const may = (user: CurrentUser, permission: StaffPermission): boolean =>
  scopeOf(user, permission) !== undefined;

/** Use inside the app shell only, which requires a sign-in. */
export function useCurrentUser(): CurrentUser {
  const { data } = useSuspenseQuery(sessionQuery());
  if (!data) throw new CallError("refused", 401);
  return data;
}

/** Hosts whose visits count as own: the user, if a host, and those they deputise for. */
export const ownHosts = (user: CurrentUser): readonly NamedItem[] => [
  ...(user.role === "host" ? [user] : []),
  ...user.deputyFor,
];

/** The user's name in the current language. */
export const useShownName = ({ name, enName }: Pick<CurrentUser, "name" | "enName">): string =>
  (useLanguage() === "en" && enName) || name;
