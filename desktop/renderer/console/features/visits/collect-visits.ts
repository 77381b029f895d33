import type { VisitAnswer } from "#contract/visits.ts";
import { type Collected, type Collecting, collectPages } from "../../components/export/collect.ts";
import { readVisits, type VisitList, type VisitListAsk } from "./queries.ts";

/**
 * A whole list of visits, as far as the server goes.
 * @throws CallError where a page cannot be read; the signal's reason where it was called off
 */
export const collectVisits = (
  list: VisitList,
  ask: Omit<VisitListAsk, "page" | "size">,
  collecting: Collecting,
): Promise<Collected<VisitAnswer>> =>
  collectPages((page, size) => readVisits(list, { ...ask, page, size }, collecting.signal), collecting);
