/** How badges are printed from this browser. The app keeps it by printer; a browser does not tell its printers. */
import * as z from "zod/mini";
import { checkSetup, usualSetup } from "../../../../badge-papers.ts";
import { type BadgeSetup, badgePapers } from "../../../../ipc.ts";

const storageKey = "visitor.console.badge-setup";

const schema = z
  .object({
    paper: z.enum(badgePapers),
    orientation: z.enum(["portrait", "landscape"]),
    margins: z.object({ top: z.number(), right: z.number(), bottom: z.number(), left: z.number() }),
    width: z.number(),
    height: z.number(),
    perSheet: z.union([z.literal(4), z.literal(10)]),
  })
  .check(z.refine((setup) => Object.keys(checkSetup(setup)).length === 0));

/** What was kept, else the usual paper. */
export function keptBadgeSetup(): BadgeSetup {
  try {
    return schema.parse(JSON.parse(localStorage.getItem(storageKey) ?? ""));
  } catch {
    return usualSetup();
  }
}

export function keepBadgeSetup(setup: BadgeSetup): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(setup));
  } catch {
    // a full or forbidden store: it holds for as long as the page is open
  }
}
