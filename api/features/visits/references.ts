/** Checks the people and places that a visit names. */
import type { FieldErrors } from "#contract/errors.ts";
import type { NamedByVisit, References } from "./queries/references.ts";

type Checked = Pick<
  References,
  "hostStatus" | "hostCompany" | "companyInUse" | "locationInUse" | "purposeInUse"
>;

/** What is wrong with the people and places that a visit names; what is not named is not checked. */
export function referenceErrors(named: NamedByVisit, found: Checked): FieldErrors {
  const errors: FieldErrors = {};
  if (named.userCompany !== undefined && !found.companyInUse) errors.userCompany = "companyUnavailable";
  if (named.location !== undefined && !found.locationInUse) errors.location = "locationUnavailable";
  if (named.purpose !== undefined && !found.purposeInUse) errors.purpose = "purposeUnavailable";
  if (named.hostUser !== undefined) {
    if (found.hostStatus === null) errors.hostUser = "hostUnknown";
    else if (found.hostStatus === "resigned") errors.hostUser = "hostResigned";
    else if (named.userCompany !== undefined && found.hostCompany !== named.userCompany)
      errors.hostUser = "hostOutsideCompany";
  }
  return errors;
}
