/** Codes by kind (docs/behaviour.md, "Records"). */
import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { dispOrders, idText, named } from "#contract/fields.ts";
import { page } from "#contract/lists.ts";
import {
  nameLengths,
  newReferenceRecord,
  referenceListQuery,
  referenceRecord,
  referenceRecordChange,
} from "./reference-data.ts";

/** 9002 accessible places, 9003 purposes. */
export const codeKinds = { place: 9002, purpose: 9003 } as const;

export type NamedItem = z.output<typeof named>;

const kind = z.pipe(
  z.enum(["9002", "9003"], { error: "invalid" }),
  z.transform((kind): 9002 | 9003 => (kind === "9002" ? 9002 : 9003)),
);

const ofKind = z.object({ kind });
const one = z.object({ kind, id: idText });

export const getCodesInUse = endpoint({
  method: "GET",
  path: "/api/user-code/:kind/inuse",
  permission: "public",
  recorded: "none",
  summary: "The active codes of a kind, in their order and in the reader's language.",
  params: ofKind,
  response: z.array(named),
});

export const listCodes = endpoint({
  method: "GET",
  path: "/dash/usercodes/:kind",
  permission: "referenceData.read",
  recorded: "none",
  summary: "Lists the codes of a kind; `q` is part of a name, initial consonants too.",
  params: ofKind,
  query: referenceListQuery,
  response: page(referenceRecord),
});

export const addCode = endpoint({
  method: "POST",
  path: "/dash/usercodes/:kind",
  permission: "referenceData",
  recorded: { subject: null },
  summary: "Adds a code.",
  params: ofKind,
  body: newReferenceRecord(nameLengths.code),
  response: referenceRecord,
});

export const sortCodes = endpoint({
  method: "PUT",
  path: "/dash/usercodes/:kind/sort",
  permission: "referenceData",
  recorded: { subject: null },
  summary: "Reorders codes of a kind, all or none.",
  params: ofKind,
  body: z.strictObject({ dispOrders }),
  response: z.undefined(),
});

export const changeCode = endpoint({
  method: "PUT",
  path: "/dash/usercodes/:kind/:id",
  permission: "referenceData",
  recorded: { subject: "user_codes" },
  summary: "Changes a code; an inactive one is no longer offered.",
  params: one,
  body: referenceRecordChange(nameLengths.code),
  response: referenceRecord,
});

export const removeCode = endpoint({
  method: "DELETE",
  path: "/dash/usercodes/:kind/:id",
  permission: "referenceData",
  recorded: { subject: "user_codes" },
  summary: "Removes a code; refused while visits use it.",
  params: one,
  response: z.undefined(),
});
