import * as z from "zod/mini";
import { defaultSetup } from "../../badge-papers.ts";
import {
  type BadgePaper,
  type BadgeSetup,
  type PrintChoice,
  type PrintingPresets,
  type Sheet,
  sheets,
} from "../../ipc.ts";
import { badgeSetup, printChoice } from "../ipc-arguments.ts";
import type { Log } from "../logging/log.ts";
import { openJsonFile } from "../storage/json-file.ts";

/** Printing settings of the policy (policy/policy.ts); "list" means every document except badges. */
export interface PrintPolicy {
  readonly badgePrinter?: string | undefined;
  readonly badgePaper?: Exclude<BadgePaper, "custom"> | undefined;
  readonly badgeSilent?: boolean | undefined;
  readonly listPrinter?: string | undefined;
  readonly listSilent?: boolean | undefined;
}

type Choices = Readonly<Record<Sheet, PrintChoice>>;

/** By system name of the printer; "" is the default printer. */
type Badges = Readonly<Record<string, BadgeSetup>>;

interface Stored extends Choices {
  /** not there in files of earlier versions */
  readonly badges?: Badges | undefined;
}

const defaultChoice: PrintChoice = { printer: null, isSilent: false };

const schema = z.object({
  passes: printChoice,
  evacuation: printChoice,
  badge: printChoice,
  register: printChoice,
  /** not there in files of earlier versions */
  closing: z._default(printChoice, defaultChoice),
  invitations: z._default(printChoice, defaultChoice),
  badges: z.optional(z.record(z.string().check(z.maxLength(300)), badgeSetup)),
});

/** Print settings of each document and badge printer, with the policy applied. */
export interface PrintChoices {
  readonly all: () => Choices;
  readonly badge: () => BadgeSetup;
  readonly presets: PrintingPresets;
  readonly choose: (sheet: Sheet, choice: PrintChoice) => Promise<void>;
  /** of the selected badge printer */
  readonly setUpBadge: (setup: BadgeSetup) => Promise<void>;
}

/** @param policy overrides the user's choices, which stay saved for when the policy is removed */
export function openPrintChoices(path: string, policy: PrintPolicy, log: Log): PrintChoices {
  const file = openJsonFile<Stored>({
    file: path,
    schema,
    fallback: {
      passes: defaultChoice,
      evacuation: defaultChoice,
      badge: defaultChoice,
      register: defaultChoice,
      closing: defaultChoice,
      invitations: defaultChoice,
    },
    log,
  });
  const chosen = (sheet: Sheet): PrintChoice => {
    const { printer, isSilent } = file.value()[sheet];
    const fixed =
      sheet === "badge"
        ? { printer: policy.badgePrinter, isSilent: policy.badgeSilent }
        : { printer: policy.listPrinter, isSilent: policy.listSilent };
    return { printer: fixed.printer ?? printer, isSilent: fixed.isSilent ?? isSilent };
  };
  const badgePrinter = () => chosen("badge").printer ?? "";
  return {
    all: () =>
      Object.fromEntries(sheets.map((sheet) => [sheet, chosen(sheet)])) as Record<Sheet, PrintChoice>,
    badge() {
      const stored = file.value().badges?.[badgePrinter()];
      const isOther = policy.badgePaper !== undefined && stored?.paper !== policy.badgePaper;
      return stored && !isOther ? stored : defaultSetup(policy.badgePaper);
    },
    presets: {
      badgePrinter: policy.badgePrinter !== undefined,
      badgePaper: policy.badgePaper !== undefined,
      badgeSilent: policy.badgeSilent !== undefined,
      listPrinter: policy.listPrinter !== undefined,
      listSilent: policy.listSilent !== undefined,
    },
    choose: (sheet, choice) => file.change((before) => ({ ...before, [sheet]: choice })),
    setUpBadge: (setup) =>
      file.change((before) => ({
        ...before,
        badges: {
          ...before.badges,
          [badgePrinter()]: { ...setup, paper: policy.badgePaper ?? setup.paper },
        },
      })),
  };
}
