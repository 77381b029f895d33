/** Form values of a visit, and the request body made from them. */
import type { NamedItem } from "#contract/site/user-codes.ts";
import type { VisitAnswer } from "#contract/visits/visits.ts";

type EditValues = {
  name: string;
  /** A new number; empty keeps the current one, of which only the masked form is known. */
  cellphone: string;
  /** A new address; empty keeps the current one. */
  email: string;
  company: string;
  position: string;
  carNumber: string;
  hostUser: NamedItem | null;
  purpose: string | null;
  location: string | null;
  startDate: string;
  endDate: string;
  note: string;
  keepApproval: boolean;
};

/** Same label as in the host search. */
const hostOf = ({ hostUser: { id, name, department, position, company } }: VisitAnswer): NamedItem => ({
  id,
  name: `${name} (${[company.name, department, position].filter(Boolean).join(" ")})`,
});

export const valuesOf = (visit: VisitAnswer): EditValues => ({
  name: visit.name,
  cellphone: "",
  email: "",
  company: visit.company,
  position: visit.position,
  carNumber: visit.carNumber,
  hostUser: hostOf(visit),
  purpose: String(visit.purpose.id),
  location: visit.accessiblePlace && String(visit.accessiblePlace.id),
  startDate: visit.startDate,
  endDate: visit.endDate,
  note: visit.note,
  keepApproval: false,
});

/** An approval does not cover another host, place or time. */
export const needsApproval = (values: EditValues, initial: EditValues): boolean =>
  values.hostUser?.id !== initial.hostUser?.id ||
  values.location !== initial.location ||
  values.startDate !== initial.startDate ||
  values.endDate !== initial.endDate;

/**
 * The current record without `createdAt` and `updatedAt` (docs/behaviour.md, "Console"), with the changed fields replaced,
 * so that a colleague's changes to other fields are not overwritten.
 */
export function bodyOf(visit: VisitAnswer, initial: EditValues, values: EditValues) {
  const { createdAt: _, updatedAt: __, ...read } = visit;
  const current = valuesOf(visit);
  const isSame = (field: keyof EditValues) =>
    JSON.stringify(values[field]) === JSON.stringify(initial[field]);
  const pick = <F extends keyof EditValues>(field: F): EditValues[F] =>
    (isSame(field) ? current : values)[field];
  const location = pick("location");
  const purpose = pick("purpose");
  return {
    ...read,
    name: pick("name"),
    ...(values.cellphone.trim() !== "" && { cellphone: values.cellphone }),
    ...(values.email.trim() !== "" && { email: values.email }),
    company: pick("company"),
    position: pick("position"),
    carNumber: pick("carNumber"),
    hostUser: pick("hostUser")?.id,
    purpose: purpose === null ? undefined : Number(purpose),
    location: location === null ? null : Number(location),
    startDate: pick("startDate"),
    endDate: pick("endDate"),
    note: pick("note"),
    keepApproval: values.keepApproval && needsApproval(values, initial),
  };
}
