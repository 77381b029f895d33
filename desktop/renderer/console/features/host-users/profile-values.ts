/** A person's fields while they are typed, and the bodies that are sent for them. */
import type { HostUserAnswer } from "#contract/people/host-users.ts";
import type { Role } from "#contract/roles.ts";
import { changedFields } from "../../lib/forms/use-form.ts";

export type ProfileValues = {
  loginId: string;
  name: string;
  enName: string;
  /** By id as text. */
  company: string | null;
  department: string;
  position: string;
  phone: string;
  cellPhone: string;
  email: string;
};

/** Of somebody who is known. */
export type KnownValues = ProfileValues & { inPublicSearch: boolean };

type NewPersonValues = ProfileValues & { role: Role };

export const nobodyYet: NewPersonValues = {
  loginId: "",
  name: "",
  enName: "",
  company: null,
  department: "",
  position: "",
  phone: "",
  cellPhone: "",
  email: "",
  role: "host",
};

export const valuesOf = (user: HostUserAnswer): KnownValues => ({
  loginId: user.loginId,
  name: user.name,
  enName: user.enName,
  company: String(user.company.id),
  department: user.department,
  position: user.position,
  phone: user.phone,
  cellPhone: user.cellPhone,
  email: user.email,
  inPublicSearch: user.inPublicSearch,
});

const companyOf = (company: string | null | undefined) => (company ? Number(company) : undefined);

export const newBodyOf = (values: NewPersonValues) => ({ ...values, company: companyOf(values.company) });

/** What was changed in the form, and no more: a field that somebody else changed meanwhile stays theirs. */
export function changeBodyOf(id: number, initial: KnownValues, values: KnownValues) {
  const { company, ...changed } = changedFields(initial, values);
  return { id, ...changed, ...(company && { company: companyOf(company) }) };
}
