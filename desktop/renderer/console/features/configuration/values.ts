/** The configuration while it is changed, and the body that is sent for it. */

import type { EndpointInput } from "#contract/endpoint.ts";
import type { Role } from "#contract/roles.ts";
import type { changeSiteConfiguration, SiteConfiguration } from "#contract/site/configuration.ts";

/** A number as its field holds it: text while it is none. */
type Typed = number | string;

export type ConfigurationValues = Omit<
  SiteConfiguration,
  "logos" | "updatedAt" | "maxRequestDays" | "retentionDays" | "idleMinutes" | "escalateAfterHours"
> & {
  maxRequestDays: Typed;
  retentionDays: Typed;
  escalateAfterHours: Typed;
  idleMinutes: Record<Role, Typed>;
};

export const valuesOf = ({ logos: _, updatedAt: __, ...values }: SiteConfiguration): ConfigurationValues =>
  values;

const differs = (one: unknown, other: unknown) => JSON.stringify(one) !== JSON.stringify(other);

/** What of an object was changed; undefined where nothing was. */
function changedOf<T extends object>(initial: T, values: T): Partial<T> | undefined {
  const changed = Object.entries(values).filter(([name, value]) => differs(initial[name as keyof T], value));
  return changed.length === 0 ? undefined : (Object.fromEntries(changed) as Partial<T>);
}

/** Only what was changed: what somebody else changed meanwhile stays theirs. */
export function bodyOf(
  initial: ConfigurationValues,
  { customerCompany, idleMinutes, ...values }: ConfigurationValues,
): EndpointInput<typeof changeSiteConfiguration>["body"] {
  const { customerCompany: company, idleMinutes: idle, ...plain } = initial;
  return {
    ...changedOf(plain, values),
    customerCompany: changedOf(company, customerCompany),
    idleMinutes: changedOf(idle, idleMinutes),
  } as EndpointInput<typeof changeSiteConfiguration>["body"];
}
