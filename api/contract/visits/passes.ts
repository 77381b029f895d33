/** Passes and vehicle passes (docs/behaviour.md, "Passes"). */
import * as z from "zod/mini";
import { endpoint } from "#contract/endpoint.ts";
import { blankable, id, idParams, ignored, line, lineOrEmpty } from "#contract/fields.ts";
import { enumFilter, listQuery, page } from "#contract/lists.ts";

export const passStatuses = ["available", "issued", "lost", "retired"] as const;

export const pass = z.object({
  id,
  passNo: z.string(),
  /** The site's own name for the purpose of the pass; may be empty. */
  kind: z.string(),
  status: z.enum(passStatuses),
  /** The visit that holds it. */
  visit: z.nullable(z.object({ id, reserveNo: z.string(), name: z.string() })),
  /** Wall times. */
  createdAt: z.string(),
  updatedAt: z.string(),
});

export type Pass = z.output<typeof pass>;

const passNoLength = 30;

/** A pass number in its one spelling, whatever the case and the width of what was typed: "ｐ-００１" is P-001. */
export const passNoOf = (typed: string): string =>
  typed.normalize("NFKC").toUpperCase().normalize("NFKC").trim();

export const passNo = line(passNoLength).check(
  z.overwrite(passNoOf),
  z.maxLength(passNoLength, `tooLong:${passNoLength}`),
);
const kindLength = 30;
const listed = {
  query: listQuery(["passNo", "kind", "status", "updatedAt"], { status: enumFilter(passStatuses) }),
  response: page(pass),
};

export const listPasses = endpoint({
  method: "GET",
  path: "/api/pass",
  permission: "passes",
  recorded: "none",
  summary: "Lists passes.",
  ...listed,
});

export const listVehiclePasses = endpoint({
  method: "GET",
  path: "/api/vehicle-pass",
  permission: "passes",
  recorded: "none",
  summary: "Lists vehicle passes.",
  ...listed,
});

/** Calls that visitors' passes and vehicle passes share. */
const calls = <const Path extends string>(path: Path, what: string) => ({
  add: endpoint({
    method: "POST",
    path,
    permission: "passes",
    recorded: { subject: null },
    summary: `Adds one of the ${what}.`,
    body: z.strictObject({ passNo, kind: blankable(line(kindLength)) }),
    response: pass,
  }),
  change: endpoint({
    method: "PUT",
    path: `${path}/:id` as const,
    permission: "passes",
    recorded: { subject: null },
    summary: `Changes one of the ${what}; lost takes it from its holder.`,
    params: idParams,
    body: z.strictObject({
      id: blankable(id),
      passNo: z.optional(passNo),
      kind: z.optional(lineOrEmpty(kindLength)),
      /** Only visits issue passes: `issued` is accepted where it is the current status. */
      status: z.optional(z.enum(passStatuses, { error: "invalid" })),
      visit: ignored,
    }),
    response: pass,
  }),
  remove: endpoint({
    method: "DELETE",
    path: `${path}/:id` as const,
    permission: "passes",
    recorded: { subject: null },
    summary: `Removes one of the ${what}; refused while it is out.`,
    params: idParams,
    response: z.undefined(),
  }),
});

export const passCalls = { list: listPasses, ...calls("/api/pass", "passes") };
export const vehiclePassCalls = { list: listVehiclePasses, ...calls("/api/vehicle-pass", "vehicle passes") };

export type PassListQuery = z.output<typeof passCalls.list.query>;
export type NewPass = z.output<typeof passCalls.add.body>;
export type PassChange = z.output<typeof passCalls.change.body>;
