/** Settings of company sign-in (docs/decisions/accounts/company-sign-in.md). docs/configuration.md has the table. */
import * as z from "zod";
import { type Role, roles } from "#contract/roles.ts";
import { SettingsError } from "./error.ts";

const isRole = (text: string): text is Role => roles.some((role) => role === text);

/** Secrets and codes are sent to it: without TLS only on this machine. */
const isSafeAddress = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, search, hash, username } = new URL(text);
  const isHere = ["localhost", "127.0.0.1", "[::1]"].includes(hostname);
  return (protocol === "https:" || (protocol === "http:" && isHere)) && search + hash + username === "";
};

const splitList = (text: string): string[] => text.split(",").flatMap((part) => part.trim() || []);

/** Role of a group's members. */
export interface GroupRole {
  /** "*" for all users. */
  readonly group: string;
  readonly role: Role;
}

/** "/visit/admins:admin, *:host"; group names may contain colons. */
const groupRoles = z
  .string()
  .default("")
  .transform((text, context): GroupRole[] =>
    splitList(text).flatMap((part) => {
      const [, group = "", role = ""] = /^(.+):([^:]+)$/.exec(part) ?? [];
      if (group.trim() !== "" && isRole(role.trim())) {
        return [{ group: group.trim(), role: role.trim() as Role }];
      }
      context.addIssue({
        code: "custom",
        message: `must be a list like "front-desk:desk, *:host", each a group and one of ${roles.join(", ")}`,
      });
      return [];
    }),
  );

const roleList = z
  .string()
  .default("")
  .transform((text, context): Role[] =>
    splitList(text).flatMap((part) => {
      if (isRole(part)) return [part];
      context.addIssue({
        code: "custom",
        message: `must be some of ${roles.join(", ")}, with commas between`,
      });
      return [];
    }),
  );

const claim = (defaultName: string) =>
  z
    .string()
    .regex(/^\S{1,100}$/, "must be the name of a claim, without spaces")
    .default(defaultName);

/** Environment variables of company sign-in. */
export const companyVariables = {
  OIDC_ISSUER: z
    .string()
    .refine(isSafeAddress, "must be the provider's address like https://login.example.com/realms/company")
    .optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional(),
  OIDC_SCOPE: z
    .string()
    .refine((text) => text.split(" ").includes("openid"), 'must name "openid", as in "openid profile email"')
    .default("openid profile email"),
  OIDC_LOGIN_CLAIM: claim("preferred_username"),
  OIDC_CREATE_ACCOUNTS: z.enum(["on", "off"]).default("off"),
  OIDC_COMPANY: z.string().optional(),
  OIDC_GROUPS_CLAIM: claim("groups"),
  OIDC_ROLES: groupRoles,
  OIDC_PASSWORD_OFF: roleList,
  OIDC_SECOND_FACTOR: z.enum(["site", "provider"]).default("site"),
};

const needed = ["OIDC_ISSUER", "OIDC_CLIENT_ID", "OIDC_CLIENT_SECRET"] as const;

/** @throws SettingsError for missing variables, and for settings that would lock all users out */
export function companySettings(env: z.output<z.ZodObject<typeof companyVariables>>) {
  const given = needed.filter((name) => env[name] !== undefined);
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId = "", OIDC_CLIENT_SECRET: clientSecret = "" } = env;
  if (given.length === 0 && env.OIDC_PASSWORD_OFF.length > 0)
    throw new SettingsError("OIDC_PASSWORD_OFF needs company sign-in: set OIDC_ISSUER and its client.");
  if (issuer === undefined && given.length === 0) return undefined;
  if (issuer === undefined || given.length < needed.length) {
    const missing = needed.filter((name) => env[name] === undefined);
    throw new SettingsError(`Company sign-in also needs ${missing.join(", ")}.`);
  }
  return {
    /** The provider's address, as in its tokens. */
    issuer,
    clientId,
    clientSecret,
    scope: env.OIDC_SCOPE,
    /** Claim of the login id. */
    loginClaim: env.OIDC_LOGIN_CLAIM,
    createsAccounts: env.OIDC_CREATE_ACCOUNTS === "on",
    /** Company of new accounts; undefined for the first one. */
    company: env.OIDC_COMPANY,
    groupsClaim: env.OIDC_GROUPS_CLAIM,
    /** The first match counts; empty where roles are assigned in the console. */
    roles: env.OIDC_ROLES,
    /** Roles that can sign in by the provider only. */
    passwordOff: env.OIDC_PASSWORD_OFF,
    /** Whether only the provider checks the second factor. */
    isSecondFactorProviders: env.OIDC_SECOND_FACTOR === "provider",
  };
}

/** Settings of sign-in by the company's provider. */
export type CompanySettings = NonNullable<ReturnType<typeof companySettings>>;
