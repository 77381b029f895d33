import { useState } from "react";
import { isRoll } from "../../../../badge-papers.ts";
import type { BadgeSetup } from "../../../../ipc.ts";
import { useBadgeSetup } from "./use-printing.ts";

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
