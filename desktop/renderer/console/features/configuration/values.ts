/** Form values of the configuration, and the request body made from them. */
import type { EndpointInput } from "#contract/endpoint.ts";
import type { Role } from "#contract/roles.ts";
import type { changeSiteConfiguration, SiteConfiguration } from "#contract/site/configuration.ts";
import { changedFields } from "../../lib/forms/use-form.ts";

/** Value of a number input; a string while it is not a number. */
type NumberValue = number | string;

type NumberName =
  | ("maxRequestDays" | "retentionDays" | "escalateAfterHours")
  | ("publicMessagesPerHour" | "publicMessagesPerDay");

export type ConfigurationValues = Omit<
  SiteConfiguration,
  "logos" | "updatedAt" | "publicMessages" | "idleMinutes" | NumberName
> &
  Record<NumberName, NumberValue> & {
    idleMinutes: Record<Role, NumberValue>;
  };

export const valuesOf = ({
  logos: _,
  updatedAt: __,
  publicMessages: ___,
  ...values
}: SiteConfiguration): ConfigurationValues => values;

function changedOrUndefined<T extends object>(initial: T, values: T): Partial<T> | undefined {
  const changed = changedFields(initial, values);
  return Object.keys(changed).length === 0 ? undefined : changed;
}

/** Contains changed fields only, so that a colleague's changes to other fields are not overwritten. */
export function bodyOf(
  initial: ConfigurationValues,
  { customerCompany, idleMinutes, ...values }: ConfigurationValues,
): EndpointInput<typeof changeSiteConfiguration>["body"] {
  const { customerCompany: company, idleMinutes: idle, ...plain } = initial;
  return {
    ...changedFields(plain, values),
    customerCompany: changedOrUndefined(company, customerCompany),
    idleMinutes: changedOrUndefined(idle, idleMinutes),
  } as EndpointInput<typeof changeSiteConfiguration>["body"];
}
