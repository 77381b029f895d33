import { useMutation } from "@tanstack/react-query";
import { type ShouldBlockFn, useBlocker } from "@tanstack/react-router";
import { useCallback, useState } from "react";
import type * as z from "zod/mini";
import { hasDraft } from "../../stores/drafts.ts";
import { warn } from "../failures.ts";
import { checkBody, type DraftForm, isValid, useDraftForm } from "./use-form.ts";

type FieldErrors = Readonly<Record<string, string>>;

interface Options<T, Schema extends z.ZodMiniType, Saved> {
  /** Draft key, see `useDraftForm`. */
  readonly key: string;
  readonly initial: T;
  /** Schema of the request body. */
  readonly schema: Schema;
  /** Converts the values to the body. */
  readonly bodyOf: (values: T) => unknown;
  readonly send: (body: z.input<Schema>) => Promise<Saved>;
  /** Called after the draft was dropped. */
  readonly onSaved: (saved: Saved) => void;
  readonly onSettled?: () => void;
  /** May change the validation errors. */
  readonly adjustErrors?: (errors: FieldErrors, values: T) => FieldErrors;
}

interface SaveForm<T extends Record<string, unknown>> {
  readonly form: DraftForm<T>;
  readonly unsaved: Unsaved;
  readonly isBusy: boolean;
  submit(): void;
}

/** A form that is validated by the contract before sending and shows the server's field errors. */
export function useSaveForm<T extends Record<string, unknown>, Schema extends z.ZodMiniType, Saved>(
  options: Options<T, Schema, Saved>,
): SaveForm<T> {
  const {
    key,
    initial,
    schema,
    bodyOf,
    send,
    onSaved,
    onSettled,
    adjustErrors = (errors) => errors,
  } = options;
  const form = useDraftForm<T>(key, initial);
  const unsaved = useUnsaved(key, form);
  const save = useMutation({
    mutationFn: send,
    onSuccess: (saved) => {
      form.forget();
      onSaved(saved);
    },
    onError: (error) => warn(form.showServerErrors(error)),
    onSettled,
  });
  const submit = () => {
    const body = bodyOf(form.values);
    const errors = adjustErrors(checkBody(schema, body) ?? {}, form.values);
    if (Object.keys(errors).length === 0 && isValid(schema, body)) save.mutate(body);
    else warn(form.showErrors(errors));
  };
  return { form, unsaved, isBusy: save.isPending, submit };
}

/** Asks before unsaved input is lost: on navigation, another record, or closing the window. */
export interface Unsaved {
  /** The user is leaving and must confirm. */
  readonly isAsking: boolean;
  /** Continues if nothing is unsaved, otherwise asks first. */
  leave(then: () => void): void;
  stay(): void;
  /** Discards the input and continues. */
  discard(): void;
}

/**
 * @param key of the draft, see `useDraftForm`: leaving asks while it exists. An expired session leads to the login page
 * without asking, and the draft is kept for the user's return.
 */
export function useUnsaved(
  key: string,
  { isChanged, forget }: Pick<DraftForm<Record<string, unknown>>, "isChanged" | "forget">,
): Unsaved {
  const [then, setThen] = useState<() => void>();
  const shouldBlockFn: ShouldBlockFn = useCallback(
    ({ current, next }) => {
      // `at` of the configuration only scrolls.
      const isSamePage = current.fullPath === "/configuration" && next.fullPath === current.fullPath;
      return hasDraft(key) && next.fullPath !== "/login" && !isSamePage;
    },
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
