/** Keeps the access log's months (decisions, "Privacy"): made ahead, dropped after two years. */
import type { Deps } from "#api/deps.ts";
import { keepAccessLogMonths } from "#db/statements/upkeep.ts";

/** May be run at any time, and by several at once. */
export async function keepAccessLog({ db, clock }: Pick<Deps, "db" | "clock">): Promise<void> {
  await keepAccessLogMonths(db, clock().toISOString().slice(0, 10));
}
