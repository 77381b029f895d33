import { useMutation } from "@tanstack/react-query";
import { type ShouldBlockFn, useBlocker } from "@tanstack/react-router";
import { useCallback, useState } from "react";
import type * as z from "zod/mini";
import { hasDraft } from "../../stores/drafts.ts";
import { warn } from "../failures.ts";
import { checkBody, type DraftForm, isValid, useDraftForm } from "./use-form.ts";

type Refusals = Readonly<Record<string, string>>;

interface Options<T, Schema extends z.ZodMiniType, Saved> {
  /** Names the form and its record, see `useDraftForm`. */
  readonly key: string;
  readonly initial: T;
  /** What the server takes. */
  readonly schema: Schema;
  /** What is sent of the values. */
  readonly bodyOf: (values: T) => unknown;
  readonly send: (body: z.input<Schema>) => Promise<Saved>;
  /** The draft is forgotten by then. */
  readonly onSaved: (saved: Saved) => void;
  readonly onSettled?: () => void;
  /** Has the last word on what the contract found wrong. */
  readonly judge?: (wrong: Refusals, values: T) => Refusals;
}

interface SaveForm<T extends Record<string, unknown>> {
  readonly form: DraftForm<T>;
  readonly unsaved: Unsaved;
  readonly isBusy: boolean;
  submit(): void;
}

/** A form that is judged by the contract before it is sent, and says on its fields what the server refuses. */
export function useSaveForm<T extends Record<string, unknown>, Schema extends z.ZodMiniType, Saved>(
  options: Options<T, Schema, Saved>,
): SaveForm<T> {
  const { key, initial, schema, bodyOf, send, onSaved, onSettled, judge = (wrong) => wrong } = options;
  const form = useDraftForm<T>(key, initial);
  const unsaved = useUnsaved(key, form);
  const save = useMutation({
    mutationFn: send,
    onSuccess: (saved) => {
      form.forget();
      onSaved(saved);
    },
    onError: (error) => warn(form.refuse(error)),
    onSettled,
  });
  const submit = () => {
    const body = bodyOf(form.values);
    const wrong = judge(checkBody(schema, body) ?? {}, form.values);
    if (Object.keys(wrong).length === 0 && isValid(schema, body)) save.mutate(body);
    else warn(form.show(wrong));
  };
  return { form, unsaved, isBusy: save.isPending, submit };
}

/** Asks before what was typed is lost: on the way to another screen, another record, or out of the window. */
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
