/** A form for texts: kept through reloads, checked by the contract, and what is typed while it is being saved stays. */
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type * as z from "zod/mini";
import { checkBody } from "../../lib/check-body.ts";
import { warn } from "../../lib/failures.ts";
import { queryClient } from "../../lib/query-client.ts";
import { useDraftForm } from "../../lib/use-draft-form.ts";
import { useUnsaved } from "../../lib/use-unsaved.ts";
import { dropDraft, keepDraft, lastingKey } from "../../stores/drafts.ts";

interface Options<T extends Record<string, string>, Saved extends { readonly id: number }> {
  /** What is written, without the record: "policy", "terms-3". */
  readonly name: string;
  /** The record; undefined while it is not stored. */
  readonly id: number | undefined;
  readonly start: T;
  /** What the server takes. */
  readonly body: z.ZodMiniType;
  readonly send: (texts: T) => Promise<Saved>;
  /** The record's texts as they were stored. */
  readonly textsOf: (saved: Saved) => T;
  readonly onSaved: (saved: Saved) => void;
}

const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other);

export function useTextForm<T extends Record<string, string>, Saved extends { readonly id: number }>(
  options: Options<T, Saved>,
) {
  const { name, id, start, body, send, textsOf, onSaved } = options;
  const keyOf = (record: number | undefined) => lastingKey(`${name}-${record ?? "new"}`);
  const [initial, setInitial] = useState(start);
  const form = useDraftForm<T>(keyOf(id), initial);
  const unsaved = useUnsaved(keyOf(id), form);
  const save = useMutation({
    mutationFn: send,
    onSuccess: (saved, sent) => {
      const typed = form.getValues();
      dropDraft(keyOf(id));
      if (!isSame(typed, sent)) keepDraft(keyOf(saved.id), typed);
      else form.setValues(textsOf(saved));
      setInitial(textsOf(saved));
      form.clearErrors();
      void queryClient.invalidateQueries({ queryKey: ["texts"] });
      onSaved(saved);
    },
    onError: (error) => warn(form.refuse(error)),
  });
  const submit = () => {
    if (save.isPending) return;
    const wrong = checkBody(body, form.values);
    if (wrong) warn(form.show(wrong));
    else save.mutate(form.values);
  };
  const field = (path: keyof T & string) => {
    const onChange: (text: string) => void = form.getInputProps(path).onChange;
    return { path, value: form.values[path] ?? "", onChange, error: form.errors[path] };
  };
  return { form, unsaved, submit, field, isPending: save.isPending };
}
