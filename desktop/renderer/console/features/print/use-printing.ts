/** Printers and what is chosen for them: by the app for each printer, in a browser once, for its own dialog. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "react-toastify/unstyled";
import * as z from "zod/mini";
import { checkSetup, defaultSetup, isRoll } from "../../../../badge-papers.ts";
import {
  type BadgeSetup,
  badgePapers,
  type PrintChoice,
  type Printing,
  type Sheet,
} from "../../../../ipc.ts";
import { desktopApp } from "../../../shared/desktop-app.ts";
import { useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";

const printingKey = ["printing"];

const readPrinting = async (): Promise<Printing | null> => (await desktopApp?.readPrinting()) ?? null;

/** In the app: its printers, and what is chosen for each sheet; null in a browser. */
export const usePrinting = (): Printing | null | undefined =>
  useQuery({ queryKey: printingKey, queryFn: readPrinting, staleTime: 0 }).data;

function useChange<Next>(
  how: (before: Printing, next: Next) => Printing,
  send: (next: Next) => Promise<void> | undefined,
) {
  const t = useTranslate();
  return useMutation({
    scope: { id: "printing" },
    mutationFn: async (next: Next) => send(next),
    // here at once; what could not be kept is put right by reading again
    onMutate: (next) =>
      void queryClient.setQueryData<Printing | null>(printingKey, (before) => before && how(before, next)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: printingKey }),
    onError: () => void toast.error(t("console.printer.notKept"), { toastId: "notKept" }),
  });
}

/** Chooses a printer for a sheet, and whether it is asked about. */
export const useChoosePrinter = (sheet: Sheet) =>
  useChange<PrintChoice>(
    (before, next) => ({ ...before, choices: { ...before.choices, [sheet]: next } }),
    (next) => desktopApp?.choosePrinting(sheet, next),
  );

const keptKey = ["kept-badge-setup"];

/** How badges are printed here; undefined until that is read. */
function useBadgeSetup(): {
  readonly setup: BadgeSetup | undefined;
  readonly save: (setup: BadgeSetup) => void;
} {
  const printing = usePrinting();
  const kept = useQuery({
    queryKey: keptKey,
    queryFn: readBadgeSetup,
    enabled: !desktopApp,
    staleTime: Number.POSITIVE_INFINITY,
  }).data;
  const change = useChange<BadgeSetup>(
    (before, badge) => ({ ...before, badge }),
    (next) => desktopApp?.setUpBadge(next),
  );
  if (desktopApp) return { setup: printing?.badge, save: change.mutate };
  const save = (next: BadgeSetup) => {
    queryClient.setQueryData(keptKey, next);
    storeBadgeSetup(next);
  };
  return { setup: kept, save };
}

/** How badges are printed from this browser. The app keeps it by printer; a browser does not tell its printers. */
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
function readBadgeSetup(): BadgeSetup {
  try {
    return schema.parse(JSON.parse(localStorage.getItem(storageKey) ?? ""));
  } catch {
    return defaultSetup();
  }
}

function storeBadgeSetup(setup: BadgeSetup): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(setup));
  } catch {
    // a full or forbidden store: it holds for as long as the page is open
  }
}

/** What a preview of badges shows, and how it is printed. */
export interface BadgeView {
  /** undefined until the app has answered */
  readonly setup: BadgeSetup | undefined;
  readonly save: (setup: BadgeSetup) => void;
  /** of a roll, millimetres; null while it is measured, and for all else */
  readonly length: number | null;
  readonly measured: (length: number | null) => void;
  /** The test page stands there instead of the badges. */
  readonly isTest: boolean;
  /** undefined where there is no badge to go back to */
  readonly test: ((isOn: boolean) => void) | undefined;
  /** Laid out, so that it can be printed. */
  readonly isReady: boolean;
}

/** @param isOnlyTest there is no badge to show */
export function useBadgeView(isOnlyTest = false): BadgeView {
  const { setup, save } = useBadgeSetup();
  const [length, measured] = useState<number | null>(null);
  const [isTest, test] = useState(isOnlyTest);
  const isReady = setup !== undefined && (!isRoll(setup) || length !== null);
  return { setup, save, length, measured, isTest, test: isOnlyTest ? undefined : test, isReady };
}

/** The paper that badges are printed on, in words; "" until it is known. */
export function usePaperName(): string {
  const t = useTranslate();
  const { setup } = useBadgeSetup();
  if (!setup) return "";
  const { paper, width, height } = setup;
  return paper === "custom"
    ? t("console.badge.measures", { width, height })
    : t(`console.badge.papers.${paper}`);
}
