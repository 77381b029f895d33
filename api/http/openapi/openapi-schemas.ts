/** Converts the contract's schemas for the OpenAPI document. */
import * as z from "zod";
import { cellphone, endTime, named, steppedTime, wallTime } from "#contract/fields.ts";
import { day } from "#contract/lists.ts";
import { currentUser } from "#contract/people/account.ts";
import { foundHost } from "#contract/people/host-search.ts";
import { accountLog } from "#contract/people/host-user-access.ts";
import { hostUser } from "#contract/people/host-users.ts";
import { invitation } from "#contract/people/invitations.ts";
import { keyPermissionList } from "#contract/site/api-keys.ts";
import { publicConfiguration, siteConfiguration } from "#contract/site/configuration.ts";
import { referenceRecord } from "#contract/site/reference-data.ts";
import { playlist, signageItem } from "#contract/site/signage.ts";
import { webhookAddress, webhookEventList } from "#contract/site/webhooks.ts";
import { terms, termsVersion } from "#contract/texts/managed-terms.ts";
import { appliedPolicy, policy, policySummary } from "#contract/texts/privacy-policies.ts";
import { deployedTerms } from "#contract/texts/terms.ts";
import { pass } from "#contract/visits/passes.ts";
import { lookupRow, reserveNo } from "#contract/visits/requests.ts";
import { status, statusCode } from "#contract/visits/status.ts";
import { visit, visitLog } from "#contract/visits/visits.ts";

/** Descriptions of schemas. An `id` makes one a component of the document. */
const metadata = z.registry<{ id?: string; description?: string; examples?: unknown[] }>();

const components = {
  AccountLog: accountLog,
  BaseRecord: referenceRecord,
  Configuration: publicConfiguration,
  CurrentUser: currentUser,
  Host: foundHost,
  HostUser: hostUser,
  Invitation: invitation,
  LookupRow: lookupRow,
  Named: named,
  Pass: pass,
  ManagedPolicy: policy,
  ManagedPolicySummary: policySummary,
  ManagedTerms: terms,
  ManagedTermsVersion: termsVersion,
  Playlist: playlist,
  PrivacyPolicy: appliedPolicy,
  SignageItem: signageItem,
  SiteConfiguration: siteConfiguration,
  Status: status,
  StatusCode: statusCode,
  Terms: deployedTerms,
  Visit: visit,
  VisitLog: visitLog,
};
for (const [id, schema] of Object.entries(components)) metadata.add(schema, { id });

metadata
  .add(wallTime, {
    description: "The site's wall clock, `YYYY-MM-DD HH:mm`.",
    examples: ["2026-03-10 14:00"],
  })
  .add(steppedTime, {
    description: "The site's wall clock, `YYYY-MM-DD HH:mm`, in steps of ten minutes.",
    examples: ["2026-03-10 14:00"],
  })
  .add(endTime, {
    description: "As a start, in steps of ten minutes, or 23:59.",
    examples: ["2026-03-10 16:00"],
  })
  .add(day, { description: "A day, `YYYY-MM-DD`.", examples: ["2026-03-10"] })
  .add(cellphone, {
    description:
      "A Korean mobile number in any spelling, or a foreign one with its country code (`+1 415 555 0100`).",
    examples: ["010-1234-5678"],
  })
  .add(webhookAddress, { examples: ["https://hooks.example.com/visits"] })
  .add(keyPermissionList, { examples: [["visits.see", "desk"]] })
  .add(webhookEventList, { examples: [["entered", "left"]] })
  .add(reserveNo, { examples: ["260310-7K2QX"] });

export type Json = Record<string, unknown>;

/** An object schema, as far as parameters need it. */
export interface ObjectSchema extends Json {
  readonly properties?: Record<string, Json>;
  readonly required?: readonly string[];
}

/**
 * Converts a schema to JSON Schema; named ones become references to components.
 * @param io `input` for requests, `output` for responses
 * @param found collects the referenced components
 */
export function writeSchema(
  schema: z.core.$ZodType,
  io: "input" | "output",
  found: Map<string, unknown>,
): ObjectSchema {
  const written = z.toJSONSchema(schema, {
    io,
    metadata,
    // Transformations have no schema; their input has.
    unrepresentable: "any",
    override({ jsonSchema }) {
      delete jsonSchema.id;
      // zod gives integers the bounds of safe integers, which add nothing.
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
    },
  });
  const text = JSON.stringify(written).replaceAll('"#/$defs/', '"#/components/schemas/');
  const { $schema: _, $defs = {}, ...rest } = JSON.parse(text) as Json & { $defs?: Json };
  for (const [name, definition] of Object.entries($defs)) found.set(name, definition);
  return rest;
}
