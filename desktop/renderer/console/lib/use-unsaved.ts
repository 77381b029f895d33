/** Asks before what was typed is lost: on the way to another screen, another record, or out of the window. */
import { type ShouldBlockFn, useBlocker } from "@tanstack/react-router";
import { useCallback, useState } from "react";
import { hasDraft } from "../stores/drafts.ts";
import type { DraftForm } from "./use-draft-form.ts";

export interface Unsaved {
  /** Somebody is on the way out and has to be asked. */
  readonly isAsking: boolean;
  /** Goes on where nothing would be lost, else asks first. */
  leave(then: () => void): void;
  stay(): void;
  /** Forgets what was typed, and goes on. */
  discard(): void;
}

/**
 * @param key the form's, see `useDraftForm`: while there is a draft under it, leaving is asked about. A session that
 * ends leads to the login page unasked, and the draft waits until its owner is back.
 */
export function useUnsaved(
  key: string,
  { isChanged, forget }: Pick<DraftForm<Record<string, unknown>>, "isChanged" | "forget">,
): Unsaved {
  const [then, setThen] = useState<() => void>();
  const shouldBlockFn: ShouldBlockFn = useCallback(
    ({ next }) => hasDraft(key) && next.fullPath !== "/login",
    [key],
  );
  const blocker = useBlocker({
    shouldBlockFn,
    enableBeforeUnload: () => hasDraft(key),
    disabled: !isChanged,
    withResolver: true,
  });
  return {
    isAsking: blocker.status === "blocked" || then !== undefined,
    leave(go) {
      if (isChanged) setThen(() => go);
      else go();
    },
    stay() {
      blocker.reset?.();
      setThen(undefined);
    },
    discard() {
      forget();
      blocker.proceed?.();
      then?.();
      setThen(undefined);
    },
  };
}
