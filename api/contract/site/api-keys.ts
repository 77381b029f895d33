/** Keys by which other systems call (docs/behaviour.md, "API keys"). */
import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { blankable, id, idParams, line, orRequired } from "#contract/fields.ts";
import { day } from "#contract/lists.ts";
import { type KeyPermission, keyPermissions } from "#contract/permissions.ts";

/** Keys that are good at the same time. */
export const maxApiKeys = 50;
/** A key is good for a year unless its last day is given, and for so long at most. */
export const maxKeyYears = 2;
/** So many days before its end a key is shown as ending soon. */
export const keyEndsSoonDays = 30;

export const keyStates = ["active", "endsSoon", "expired", "revoked"] as const;
export type KeyState = (typeof keyStates)[number];

export const keyPermissionList = z
  .array(z.enum(keyPermissions, { error: "invalid" }), { error: orRequired("invalid") })
  .check(
    z.minLength(1, "required"),
    z.refine<KeyPermission[]>((some) => new Set(some).size === some.length, "invalid"),
  );

/** A key as a log names it. */
export const namedKey = z.object({ id, name: z.string(), prefix: z.string() });

const settings = { name: line(60), permissions: keyPermissionList };

export const apiKey = z.object({
  id,
  name: z.string(),
  /** Its first characters. */
  prefix: z.string(),
  permissions: z.array(z.enum(keyPermissions)),
  state: z.enum(keyStates),
  /** Of whoever made it: they answer for it, and somebody else should where they resigned. */
  createdBy: z.object({ id, name: z.string(), resigned: z.boolean() }),
  /** Wall time, as all of these. */
  createdAt: z.string(),
  expiresAt: z.string(),
  /** Null while it was never used; otherwise exact to the minute. */
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
  summary: "All API keys, those in force first.",
  response: z.array(apiKey),
});

export const addApiKey = endpoint({
  method: "POST",
  path: "/dash/api-keys",
  permission: "integrations",
  recorded: { subject: null },
  summary: "Makes an API key; it is shown this once.",
  /** `expiresOn`: its last day; a year from now unless given. */
  body: z.strictObject({ ...settings, expiresOn: blankable(day) }),
  response: z.object({ apiKey, secret: z.string() }),
});

export type ApiKeySettings = z.output<typeof addApiKey.body>;

export const changeApiKey = endpoint({
  method: "PUT",
  path: "/dash/api-keys/:id",
  permission: "integrations",
  recorded: { subject: "api_keys" },
  summary: "Changes an API key's name and permissions; refused for one that was revoked.",
  params: idParams,
  body: z.strictObject({ ...settings, id: z.optional(id) }),
  response: apiKey,
});

export const revokeApiKey = endpoint({
  method: "DELETE",
  path: "/dash/api-keys/:id",
  permission: "integrations",
  recorded: { subject: "api_keys" },
  summary: "Revokes an API key: from then on it is refused.",
  params: idParams,
  response: apiKey,
});
