/** A form that is judged by the contract before it is sent, and says on its fields what the server refuses. */
import { useMutation } from "@tanstack/react-query";
import type * as z from "zod/mini";
import { checkBody, isSound } from "./check-body.ts";
import { warn } from "./failures.ts";
import { type DraftForm, useDraftForm } from "./use-draft-form.ts";
import { type Unsaved, useUnsaved } from "./use-unsaved.ts";

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
    if (Object.keys(wrong).length === 0 && isSound(schema, body)) save.mutate(body);
    else warn(form.show(wrong));
  };
  return { form, unsaved, isBusy: save.isPending, submit };
}
