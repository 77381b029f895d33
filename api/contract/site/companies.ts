/** Companies that hosts belong to (docs/behaviour.md, "Records"). */
import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { idParams, named } from "#contract/fields.ts";
import { optionsQuery, page } from "#contract/lists.ts";
import {
  nameLengths,
  newReferenceRecord,
  referenceListQuery,
  referenceRecord,
  referenceRecordChange,
} from "#contract/site/reference-data.ts";

export const getCompaniesInUse = endpoint({
  method: "GET",
  path: "/api/companies/inuse",
  permission: "public",
  recorded: "none",
  summary: "The host companies in use, in the reader's language.",
  response: z.array(named),
});

export const listCompanies = endpoint({
  method: "GET",
  path: "/dash/companies",
  permission: "referenceData.read",
  recorded: "none",
  summary: "Lists companies; `q` is part of a name, initial consonants too.",
  query: referenceListQuery,
  response: page(referenceRecord),
});

export const getAllCompanies = endpoint({
  method: "GET",
  path: "/dash/companies/all",
  permission: "referenceData.read",
  recorded: "none",
  summary: "All companies in their order, inactive ones included.",
  response: z.array(referenceRecord),
});

export const getCompanyOptions = endpoint({
  method: "GET",
  path: "/dash/companies/select-options",
  permission: "choices",
  recorded: "none",
  summary: "Active companies to choose from, in their order; at most 50, narrowed by part of a name.",
  query: optionsQuery,
  response: z.array(named),
});

export const addCompany = endpoint({
  method: "POST",
  path: "/dash/companies",
  permission: "referenceData",
  recorded: { subject: null },
  summary: "Adds a company.",
  body: newReferenceRecord(nameLengths.company),
  response: referenceRecord,
});

export const changeCompany = endpoint({
  method: "PUT",
  path: "/dash/companies/:id",
  permission: "referenceData",
  recorded: { subject: "companies" },
  summary: "Changes a company; an inactive one is no longer offered.",
  params: idParams,
  body: referenceRecordChange(nameLengths.company),
  response: referenceRecord,
});

export const removeCompany = endpoint({
  method: "DELETE",
  path: "/dash/companies/:id",
  permission: "referenceData",
  recorded: { subject: "companies" },
  summary: "Removes a company; refused while host users belong to it.",
  params: idParams,
  response: z.undefined(),
});
