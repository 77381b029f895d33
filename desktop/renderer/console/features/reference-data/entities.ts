/** Companies, places and purposes share their screens: names in two languages, in use or not, and an order. */
import type * as z from "zod/mini";
import { addCompany, changeCompany, removeCompany } from "#contract/site/companies.ts";
import type { ReferenceRecord } from "#contract/site/reference-data.ts";
import { addCode, changeCode, removeCode } from "#contract/site/user-codes.ts";
import { call } from "../../lib/api.ts";
import type { CodeKind } from "./search.ts";

export type RecordValues = { name: string; enName: string; inUse: boolean; dispOrder: number | "" };

export interface EntityConfiguration {
  /** Part of form keys and text keys. */
  readonly name: "company" | "place" | "purpose";
  /** First element of the query keys. */
  readonly key: "companies" | "codes";
  /** The order is a number field; otherwise records are dragged. */
  readonly isNumbered: boolean;
  readonly addBody: typeof addCompany.body;
  readonly changeBody: typeof changeCompany.body;
  add(body: z.input<EntityConfiguration["addBody"]>): Promise<ReferenceRecord>;
  change(id: number, body: z.input<EntityConfiguration["changeBody"]>): Promise<ReferenceRecord>;
  remove(id: number): Promise<void>;
}

export const companyEntity: EntityConfiguration = {
  name: "company",
  key: "companies",
  isNumbered: true,
  addBody: addCompany.body,
  changeBody: changeCompany.body,
  add: (body) => call(addCompany, { body }),
  change: (id, body) => call(changeCompany, { params: { id: String(id) }, body: { id, ...body } }),
  remove: (id) => call(removeCompany, { params: { id: String(id) } }),
};

export const codeEntity = (kind: CodeKind): EntityConfiguration => ({
  name: kind === "9002" ? "place" : "purpose",
  key: "codes",
  isNumbered: false,
  addBody: addCode.body,
  changeBody: changeCode.body,
  add: (body) => call(addCode, { params: { kind }, body }),
  change: (id, body) => call(changeCode, { params: { kind, id: String(id) }, body: { id, ...body } }),
  remove: (id) => call(removeCode, { params: { kind, id: String(id) } }),
});
