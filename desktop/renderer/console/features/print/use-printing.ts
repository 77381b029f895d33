/** Printers and print settings: the desktop app stores them per printer, a browser only the badge paper. */
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

/** Printers and the settings of each sheet; null in a browser, undefined while loading. */
export const usePrinting = (): Printing | null | undefined =>
  useQuery({ queryKey: printingKey, queryFn: readPrinting, staleTime: 0 }).data;

function useChange<Next>(
  apply: (before: Printing, next: Next) => Printing,
  send: (next: Next) => Promise<void> | undefined,
) {
  const t = useTranslate();
  return useMutation({
    scope: { id: "printing" },
    mutationFn: async (next: Next) =>
      send(next)?.catch(() => void toast.error(t("console.printer.notKept"), { toastId: "notKept" })),
    // optimistic; the refetch reverts a failed change
    onMutate: (next) =>
      void queryClient.setQueryData<Printing | null>(printingKey, (before) => before && apply(before, next)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: printingKey }),
  });
}

/** Sets the printer of a sheet, and whether to skip the dialog. */
export const useChoosePrinter = (sheet: Sheet) =>
  useChange<PrintChoice>(
    (before, next) => ({ ...before, choices: { ...before.choices, [sheet]: next } }),
    (next) => desktopApp?.choosePrinting(sheet, next),
  );

const storedSetupKey = ["stored-badge-setup"];

/** Badge settings of this computer; undefined while loading. */
function useBadgeSetup(): {
  readonly setup: BadgeSetup | undefined;
  readonly save: (setup: BadgeSetup) => void;
} {
  const printing = usePrinting();
  const stored = useQuery({
    queryKey: storedSetupKey,
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
    queryClient.setQueryData(storedSetupKey, next);
    storeBadgeSetup(next);
  };
  return { setup: stored, save };
}

/** Browser only; a browser does not know its printers. */
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
    // storage full or blocked: the setting lasts until the page is closed
  }
}

/** State of the badge preview. */
export interface BadgeView {
  /** Undefined while loading. */
  readonly setup: BadgeSetup | undefined;
  readonly save: (setup: BadgeSetup) => void;
  /** Length on a roll, millimetres; null while measuring, and for other paper. */
  readonly length: number | null;
  readonly setLength: (length: number | null) => void;
  /** Shows the test page instead of the badges. */
  readonly isTest: boolean;
  /** Undefined if there is no badge to go back to. */
  readonly setTest: ((isOn: boolean) => void) | undefined;
  /** Layout is complete, so printing can start. */
  readonly isReady: boolean;
}

/** @param isOnlyTest shows the test page without a badge */
export function useBadgeView(isOnlyTest = false): BadgeView {
  const { setup, save } = useBadgeSetup();
  const [length, setLength] = useState<number | null>(null);
  const [isTest, setTest] = useState(isOnlyTest);
  const isReady = setup !== undefined && (!isRoll(setup) || length !== null);
  return { setup, save, length, setLength, isTest, setTest: isOnlyTest ? undefined : setTest, isReady };
}

/** Label of the badge paper; "" while loading. */
export function usePaperName(): string {
  const t = useTranslate();
  const { setup } = useBadgeSetup();
  if (!setup) return "";
  const { paper, width, height } = setup;
  return paper === "custom"
    ? t("console.badge.measures", { width, height })
    : t(`console.badge.papers.${paper}`);
}
