/** What an import takes, in the order of the template. */
export const importFields = [
  "loginId",
  "name",
  "enName",
  "company",
  "department",
  "position",
  "cellPhone",
  "phone",
  "email",
  "role",
] as const;

export type ImportField = (typeof importFields)[number];
