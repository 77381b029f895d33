/** API keys of other systems (docs/behaviour.md, "API keys"). */
import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { blankable, id, idParams, line, orRequired } from "#contract/fields.ts";
import { day } from "#contract/lists.ts";
import { type KeyPermission, keyPermissions } from "#contract/permissions.ts";

/** Maximum of valid keys. */
export const maxApiKeys = 50;
/** Maximum validity; the default is one year. */
export const maxKeyYears = 2;
/** Days before its end from which a key is shown as ending soon. */
export const keyEndsSoonDays = 30;

export const keyStates = ["active", "endsSoon", "expired", "revoked"] as const;
export type KeyState = (typeof keyStates)[number];

export const keyPermissionList = z
  .array(z.enum(keyPermissions, { error: "invalid" }), { error: orRequired("invalid") })
  .check(
    z.minLength(1, "required"),
    z.refine<KeyPermission[]>((some) => new Set(some).size === some.length, "invalid"),
  );

/** A key in a log. */
export const namedKey = z.object({ id, name: z.string(), prefix: z.string() });

const settings = { name: line(60), permissions: keyPermissionList };

export const apiKey = z.object({
  id,
  name: z.string(),
  /** First characters of the key. */
  prefix: z.string(),
  permissions: z.array(z.enum(keyPermissions)),
  state: z.enum(keyStates),
  /** The user who made the key and is responsible for it; another user takes over after a resignation. */
  createdBy: z.object({ id, name: z.string(), resigned: z.boolean() }),
  /** Wall times. */
  createdAt: z.string(),
  expiresAt: z.string(),
  /** Precise to the minute; null before the first use. */
  lastUsedAt: z.nullable(z.string()),
  lastUsedAddress: z.string(),
  revokedAt: z.nullable(z.string()),
});

export type ApiKeyAnswer = z.output<typeof apiKey>;

export const getApiKeys = endpoint({
  method: "GET",
  path: "/dash/api-keys",
  permission: "integrations",
  recorded: "none",
  summary: "All API keys, valid ones first.",
  response: z.array(apiKey),
});

export const addApiKey = endpoint({
  method: "POST",
  path: "/dash/api-keys",
  permission: "integrations",
  recorded: { subject: null },
  summary: "Creates an API key; it is shown only this once.",
  /** `expiresOn`: the last day; one year from now by default. */
  body: z.strictObject({ ...settings, expiresOn: blankable(day) }),
  response: z.object({ apiKey, secret: z.string() }),
});

export type ApiKeySettings = z.output<typeof addApiKey.body>;

export const changeApiKey = endpoint({
  method: "PUT",
  path: "/dash/api-keys/:id",
  permission: "integrations",
  recorded: { subject: "api_keys" },
  summary: "Changes the name and permissions of an API key; refused for a revoked one.",
  params: idParams,
  body: z.strictObject({ ...settings, id: z.optional(id) }),
  response: apiKey,
});

export const revokeApiKey = endpoint({
  method: "DELETE",
  path: "/dash/api-keys/:id",
  permission: "integrations",
  recorded: { subject: "api_keys" },
  summary: "Revokes an API key; it is refused from then on.",
  params: idParams,
  response: apiKey,
});
