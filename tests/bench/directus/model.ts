/** Collections of visits in Directus as a team would make them by its API, and the rights of whoever calls. */
import { randomUUID } from "node:crypto";

type Field = Readonly<Record<string, unknown>>;

const id: Field = {
  field: "id",
  type: "integer",
  meta: { hidden: true, readonly: true },
  schema: { is_primary_key: true, has_auto_increment: true },
};

const field = (name: string, type: string, more: { schema?: object; special?: string[] } = {}): Field => ({
  field: name,
  type,
  meta: { special: more.special ?? null },
  schema: { is_nullable: true, ...more.schema },
});

const fields = (type: string, ...names: string[]): Field[] => names.map((name) => field(name, type));
const named = fields("string", "name", "en_name");
const always = { schema: { is_nullable: false } };

const collections: Readonly<Record<string, readonly Field[]>> = {
  companies: [id, ...named],
  hosts: [id, ...named, ...fields("string", "department", "position", "status"), field("company", "integer")],
  places: [id, ...named],
  purposes: [id, ...named],
  visits: [
    id,
    field("reserve_no", "string", { schema: { is_nullable: false, is_unique: true } }),
    field("status_code", "string", always),
    ...fields("integer", "host", "place", "purpose"),
    field("start_at", "timestamp", always),
    field("end_at", "timestamp", always),
    field("name", "string", always),
    ...fields("string", "company", "cell_phone", "car_number", "origin", "lang"),
    field("created_at", "timestamp", { special: ["date-created"] }),
    field("updated_at", "timestamp", { special: ["date-updated"] }),
  ],
  visit_consents: [
    id,
    ...fields("integer", "visit", "terms", "version", "policy"),
    field("agreed", "boolean", always),
    ...fields("string", "lang", "channel"),
    field("agreed_at", "timestamp", { special: ["date-created"] }),
  ],
  visit_logs: [
    id,
    field("visit", "integer"),
    ...fields("string", "action", "from_code", "to_code", "actor_kind"),
    field("at", "timestamp", { special: ["date-created"] }),
  ],
};

/** From which column of which collection to which other, and the name of the way back. */
const relations: readonly (readonly [string, string, string, string?])[] = [
  ["hosts", "company", "companies"],
  ["visits", "host", "hosts"],
  ["visits", "place", "places"],
  ["visits", "purpose", "purposes"],
  ["visit_consents", "visit", "visits", "consents"],
  ["visit_logs", "visit", "visits", "logs"],
];

/** For what is filtered, ordered and fetched by. */
export const indexes = `
  CREATE INDEX ON visits (status_code, start_at DESC, id DESC);
  CREATE INDEX ON visits (cell_phone);
  CREATE INDEX ON visits (host);
  CREATE INDEX ON visit_consents (visit);
  CREATE INDEX ON visit_logs (visit);
  CREATE INDEX ON hosts (company)`;

/** Makes a call of Directus's API. */
export type Post = (path: string, body: unknown) => Promise<{ readonly id: string }>;

export async function addCollections(post: Post): Promise<void> {
  for (const [collection, fields] of Object.entries(collections))
    await post("/collections", { collection, fields, schema: {}, meta: {} });
  for (const [collection, field, related_collection, one_field = null] of relations) {
    if (one_field !== null)
      await post(`/fields/${related_collection}`, {
        field: one_field,
        type: "alias",
        meta: { special: ["o2m"], interface: "list-o2m" },
      });
    await post("/relations", {
      ...{ collection, field, related_collection, meta: { one_field } },
      schema: { on_delete: "NO ACTION" },
    });
  }
}

/** Somebody who may read and add visits with all that belongs to them, and nothing else. @returns their token */
export async function addCaller(post: Post): Promise<string> {
  const names = Object.keys(collections);
  const added = names.filter((name) => name.startsWith("visit"));
  const { id: policy } = await post("/policies", {
    name: "Visits",
    permissions: [
      ...names.map((collection) => ({ collection, action: "read", fields: ["*"] })),
      ...added.map((collection) => ({ collection, action: "create", fields: ["*"] })),
    ],
  });
  const token = randomUUID();
  await post("/users", {
    ...{ email: "desk@example.com", password: randomUUID(), status: "active", token },
    policies: [{ policy }],
  });
  return token;
}
