/** Who is signed in, and what they may do. */
import { queryOptions, useSuspenseQuery } from "@tanstack/react-query";
import type { Language } from "#browser/language.ts";
import { type CurrentUser, getCurrentUser } from "#contract/people/account.ts";
import type { Permission } from "#contract/permissions.ts";
import type { NamedItem } from "#contract/site/user-codes.ts";
import { CallError, call } from "./api.ts";
import { currentLanguage, useLanguage } from "./language.ts";

/** Null where nobody is. */
export const sessionQuery = (language: Language = currentLanguage()) =>
  queryOptions({
    queryKey: ["session", language],
    queryFn: ({ signal }): Promise<CurrentUser | null> =>
      call(getCurrentUser, {}, { signal }).catch((error: unknown) => {
        if (error instanceof CallError && error.status === 401) return null;
        throw error;
      }),
    staleTime: 5 * 60_000,
  });

export type AskedPermission = Exclude<Permission, "public">;

/** How far a permission reaches; undefined where it is not held. */
export const reach = (user: CurrentUser, permission: AskedPermission) => user.permissions[permission];

export const may = (user: CurrentUser, permission: AskedPermission): boolean =>
  reach(user, permission) !== undefined;

/** Only inside the app shell, which lets nobody through who is not signed in. */
export function useCurrentUser(): CurrentUser {
  const { data } = useSuspenseQuery(sessionQuery());
  if (!data) throw new CallError("refused", 401);
  return data;
}

/** Whose visits are one's own, as far as a permission reaches those only: oneself as a host, and whose deputy one is. */
export const ownHosts = (user: CurrentUser): readonly NamedItem[] => [
  ...(user.role === "host" ? [user] : []),
  ...user.deputyFor,
];

/** What somebody who is signed in is called in the chosen language. */
export const useShownName = ({ name, enName }: Pick<CurrentUser, "name" | "enName">): string =>
  (useLanguage() === "en" && enName) || name;
