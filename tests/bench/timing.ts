/** How fast one server answers, and how that compares with another in the same rounds. */
import type { Knex } from "knex";
import type { Load, Measured } from "./load.ts";
import { databaseCpu, type LoadGenerator, type Server, serverCpu } from "./processes.ts";

/** Before each measurement, until V8 has compiled what the call runs. */
const warmSeconds = 1;

export interface Timed extends Measured {
  readonly perSecond: number;
  /** Milliseconds of processor time a call, of the server and of the database for it. */
  readonly cpu: number;
  readonly databaseCpu: number;
}

/** @throws Error where a call is not answered with 2xx */
export async function timeCalls(
  server: Server,
  work: Omit<Load, "port">,
  { generator, db }: { readonly generator: LoadGenerator; readonly db: Knex },
): Promise<Timed> {
  const load = { ...work, port: server.port };
  if (!work.isOnce) await generator.run({ ...load, seconds: warmSeconds });
  const before = [serverCpu(server), await databaseCpu(db, server.name)] as const;
  const measured = await generator.run(load);
  if (measured.failure !== undefined) throw new Error(`${server.name}: ${measured.failure}`);
  const spent = (now: number, then: number) => (now - then) / measured.calls;
  return {
    ...measured,
    perSecond: measured.calls / measured.seconds,
    cpu: spent(serverCpu(server), before[0]),
    databaseCpu: spent(await databaseCpu(db, server.name), before[1]),
  };
}

/** Of an even number of values the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2;
}

export const medianOf = (timed: readonly Timed[], what: "perSecond" | "cpu" | "databaseCpu" | "p95") =>
  median(timed.map((one) => one[what]));

export interface Ratio {
  readonly ratio: number;
  readonly least: number;
  readonly most: number;
  /** Half of the distance between the rounds that lie furthest apart. */
  readonly noise: number;
}

/** Calls a second of one server for each of another, round by round. */
export function ratioOf(ours: readonly Timed[], theirs: readonly Timed[]): Ratio {
  const ratios = ours.map(({ perSecond }, n) => perSecond / (theirs[n]?.perSecond ?? 0));
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
  return { ratio: median(ratios), least, most, noise: (most - least) / 2 };
}
