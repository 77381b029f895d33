/** Form values of a host user, and the request bodies made from them. */
import type { HostUserAnswer } from "#contract/people/host-users.ts";
import type { Role } from "#contract/roles.ts";
import { changedFields } from "../../lib/forms/use-form.ts";

export type ProfileValues = {
  loginId: string;
  name: string;
  enName: string;
  /** Id as a string, for the select. */
  company: string | null;
  department: string;
  position: string;
  phone: string;
  cellPhone: string;
  email: string;
};

export type ExistingValues = ProfileValues & { inPublicSearch: boolean };

type NewValues = ProfileValues & { role: Role };

export const emptyHostUser: NewValues = {
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

export const valuesOf = (user: HostUserAnswer): ExistingValues => ({
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

export const newBodyOf = (values: NewValues) => ({ ...values, company: companyOf(values.company) });

/** Contains changed fields only, so that a colleague's changes to other fields are not overwritten. */
export function changeBodyOf(id: number, initial: ExistingValues, values: ExistingValues) {
  const { company, ...changed } = changedFields(initial, values);
  return { id, ...changed, ...(company && { company: companyOf(company) }) };
}
