/** Printers and what is chosen for them: by the app for each printer, in a browser once, for its own dialog. */
import { useMutation, useQuery } from "@tanstack/react-query";
import { toast } from "react-toastify/unstyled";
import type { BadgeSetup, PrintChoice, Printing, Sheet } from "../../../../ipc.ts";
import { desktopApp } from "../../../shared/desktop-app.ts";
import { useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import { keepBadgeSetup, keptBadgeSetup } from "./kept-badge-setup.ts";

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
export function useBadgeSetup(): {
  readonly setup: BadgeSetup | undefined;
  readonly save: (setup: BadgeSetup) => void;
} {
  const printing = usePrinting();
  const kept = useQuery({
    queryKey: keptKey,
    queryFn: keptBadgeSetup,
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
    keepBadgeSetup(next);
  };
  return { setup: kept, save };
}
