/** What of a site is there, for the set-up list. */
import type { Knex } from "knex";
import { codeKinds } from "#contract/site/user-codes.ts";
import { readSetUp, type SetUp } from "./configuration.ts";

export interface SetUpState extends SetUp {
  readonly company: boolean;
  readonly logo: boolean;
  readonly places: boolean;
  readonly companies: boolean;
  /** Somebody whom visitors can find. */
  readonly hosts: boolean;
  /** At least one visitor pass that can be issued. */
  readonly passes: boolean;
  readonly requestInputPlace: boolean;
}

export async function readSetUpState(db: Knex): Promise<SetUpState> {
  const { rows } = await db.raw<{ rows: [Omit<SetUpState, keyof SetUp>] }>(
    `SELECT c.customer_company <> '' AS company, c.request_input_place AS "requestInputPlace",
       EXISTS (SELECT FROM logos) AS logo,
       EXISTS (SELECT FROM user_codes WHERE kind = ? AND in_use) AS places,
       EXISTS (SELECT FROM companies WHERE in_use) AS companies,
       EXISTS (SELECT FROM host_users h JOIN companies f ON f.id = h.company_id
         WHERE h.status = 'active' AND f.in_use) AS hosts,
       EXISTS (SELECT FROM passes WHERE NOT vehicle AND status <> 'retired') AS passes
     FROM configuration c`,
    [codeKinds.place],
  );
  return { ...rows[0], ...(await readSetUp(db)) };
}
