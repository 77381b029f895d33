/**
 * What a call asks the database for, written down while it is made once. The ceiling (ceiling.ts) replays it with
 * nothing around: the same statements, limiter, session and transaction included.
 */
import pg from "pg";

export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
  /** Values that must be new each time, by place. */
  readonly fresh: readonly { readonly place: number; readonly as: "reserveNo" | "key" }[];
  /** Values that an earlier statement of the call returned, by place. */
  readonly from: readonly { readonly place: number; readonly statement: number }[];
}

export interface Recording {
  readonly statements: readonly Statement[];
  readonly answer: string;
}

interface Seen {
  readonly text: string;
  readonly values: readonly unknown[];
  id?: unknown;
}

type Query = (config: unknown, values?: unknown, callback?: unknown) => unknown;

const reserveNo = /^\d{6}-[0-9A-HJKMNP-TV-Z]{5}$/;

/** Buffers and dates survive the way through JSON. */
const portable = (value: unknown): unknown => {
  if (Buffer.isBuffer(value)) return { bytes: value.toString("base64") };
  return value instanceof Date ? { date: value.toISOString() } : value;
};

export const revive = (value: unknown): unknown => {
  if (typeof value !== "object" || value === null) return value;
  if ("bytes" in value) return Buffer.from(String(value.bytes), "base64");
  return "date" in value ? new Date(String(value.date)) : value;
};

/**
 * Makes a call and writes its statements down.
 * @param make makes it and gives its answer
 * @param key the call's idempotency key, which a replay replaces by another
 */
export async function record(make: () => Promise<string>, key?: string): Promise<Recording> {
  const seen: Seen[] = [];
  const { prototype } = pg.Client as unknown as { prototype: { query: Query } };
  const original = prototype.query;
  prototype.query = function query(this: unknown, config, values, callback) {
    const { text, values: own } = (typeof config === "string" ? { text: config } : config) as {
      text?: string;
      values?: unknown[];
    };
    const entry: Seen = {
      text: text ?? "",
      values: (own ?? (Array.isArray(values) ? values : [])) as unknown[],
    };
    if (text) seen.push(entry);
    const keep = (result: unknown) => {
      entry.id = (result as { rows?: { id?: unknown }[] } | undefined)?.rows?.[0]?.id;
    };
    const last = callback ?? values;
    if (typeof last !== "function") {
      const answer = original.call(this, config, values);
      if (answer instanceof Promise) answer.then(keep, () => {});
      return answer;
    }
    const done = (error: unknown, result: unknown) => {
      keep(result);
      (last as (error: unknown, result: unknown) => void)(error, result);
    };
    return callback ? original.call(this, config, values, done) : original.call(this, config, done);
  };
  try {
    const answer = await make();
    return { answer, statements: seen.map((entry, index) => statementOf(entry, seen.slice(0, index), key)) };
  } finally {
    prototype.query = original;
  }
}

function statementOf({ text, values }: Seen, before: readonly Seen[], key: string | undefined): Statement {
  const places = values.map((value, place) => ({ value, place }));
  return {
    text,
    values: values.map(portable),
    fresh: places.flatMap(({ value, place }): Statement["fresh"] => {
      if (key !== undefined && value === key) return [{ place, as: "key" }];
      // only what is written has to be new; a number that is looked for has to be found
      const isNew = typeof value === "string" && reserveNo.test(value) && /^\s*insert/i.test(text);
      return isNew ? [{ place, as: "reserveNo" }] : [];
    }),
    from: places.flatMap(({ value, place }) => {
      if (typeof value !== "number") return [];
      const statement = before.findIndex(
        ({ text: earlier, id }) => /^\s*insert/i.test(earlier) && id === value,
      );
      return statement < 0 ? [] : [{ place, statement }];
    }),
  };
}
