/** Form for texts: drafts survive reloads, input typed during saving is kept, and conflicts are detected by revision. */
import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type * as z from "zod/mini";
import { warn } from "../../lib/failures.ts";
import { checkBody, useDraftForm } from "../../lib/forms/use-form.ts";
import { useUnsaved } from "../../lib/forms/use-save-form.ts";
import { queryClient } from "../../lib/query-client.ts";
import { dropDraft, persistentKey, saveDraft } from "../../stores/drafts.ts";

/** Form values with the revision they are based on; "" for a new text. */
type Versioned<T> = T & { readonly revision: string };

interface Stored {
  readonly id: number;
  readonly revision: string;
}

interface Options<T extends Record<string, string>, Saved extends Stored> {
  /** Part of the draft key: "policy", "terms-3". */
  readonly name: string;
  /** Current state on the server, including colleagues' changes; undefined for a new text. */
  readonly stored: Saved | undefined;
  /** Initial values of a new text. */
  readonly start: T;
  /** Request schema. */
  readonly body: z.ZodMiniType;
  /** @param revision the revision to replace; undefined for a new text */
  readonly send: (texts: T, revision: string | undefined) => Promise<Saved>;
  readonly textsOf: (saved: Saved) => T;
  readonly onSaved: (saved: Saved) => void;
}

const isSame = (one: object, other: object) => JSON.stringify(one) === JSON.stringify(other);

export function useTextForm<T extends Record<string, string>, Saved extends Stored>(
  options: Options<T, Saved>,
) {
  const { name, stored, start, body, send, textsOf, onSaved } = options;
  const id = stored?.id;
  const keyOf = (record: number | undefined) => persistentKey(`${name}-${record ?? "new"}`);
  const valuesOf = (saved: Saved): Versioned<T> => ({ ...textsOf(saved), revision: saved.revision });
  const [initial, setInitial] = useState<Versioned<T>>(() =>
    stored ? valuesOf(stored) : { ...start, revision: "" },
  );
  const form = useDraftForm<Versioned<T>>(keyOf(id), initial);
  const unsaved = useUnsaved(keyOf(id), form);
  const resetTo = (saved: Saved) => {
    form.setValues(valuesOf(saved));
    setInitial(valuesOf(saved));
    form.clearErrors();
  };
  const save = useMutation({
    mutationFn: ({ revision, ...texts }: Versioned<T>) => send(texts as unknown as T, revision || undefined),
    onSuccess: async (saved, sent) => {
      // a running fetch would bring back the old text
      await queryClient.cancelQueries({ queryKey: ["texts"] });
      const typed = form.getValues();
      dropDraft(keyOf(id));
      onSaved(saved);
      if (isSame(typed, sent)) resetTo(saved);
      else {
        const next = { ...typed, revision: saved.revision };
        saveDraft(keyOf(saved.id), next);
        form.setValues(next);
        setInitial(valuesOf(saved));
      }
      void queryClient.invalidateQueries({ queryKey: ["texts"] });
    },
    onError: (error) => warn(form.showServerErrors(error)),
  });
  const isOutdated = stored !== undefined && stored.revision !== form.values.revision && !save.isPending;

  // take over a colleague's change unless there is unsaved input
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the stored revision changes
  useEffect(() => {
    if (isOutdated && !form.isChanged) resetTo(stored);
  }, [isOutdated, stored?.revision]);

  const submit = () => {
    if (save.isPending) return;
    const { revision: _, ...texts } = form.values;
    const errors = checkBody(body, texts);
    if (errors) warn(form.showErrors(errors));
    else save.mutate(form.values);
  };
  const field = (path: keyof T & string) => {
    const onChange: (text: string) => void = form.getInputProps(path).onChange;
    return { path, value: form.values[path] ?? "", onChange, error: form.errors[path] };
  };
  /** A colleague saved the text while there is unsaved input. */
  const conflict =
    isOutdated && form.isChanged
      ? {
          /** Discards the input and continues with the stored text. */
          take: () => resetTo(stored),
          /** Continues with the input, which replaces the stored text when saved. */
          keep: () => {
            form.setFieldValue("revision", stored.revision as never);
            setInitial(valuesOf(stored));
          },
        }
      : undefined;
  return { form, unsaved, submit, field, conflict, isPending: save.isPending };
}
