/** A form for texts: kept through reloads, checked by the contract, and what is typed while it is being saved stays. */
import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type * as z from "zod/mini";
import { warn } from "../../lib/failures.ts";
import { checkBody, useDraftForm } from "../../lib/forms/use-form.ts";
import { useUnsaved } from "../../lib/forms/use-save-form.ts";
import { queryClient } from "../../lib/query-client.ts";
import { dropDraft, persistentKey, saveDraft } from "../../stores/drafts.ts";

/** What is written, with the revision that it began from: "" where nothing is stored. It is kept with a draft. */
type Written<T> = T & { readonly revision: string };

interface Stored {
  readonly id: number;
  readonly revision: string;
}

interface Options<T extends Record<string, string>, Saved extends Stored> {
  /** What is written, without the record: "policy", "terms-3". */
  readonly name: string;
  /** As the server has it, also when somebody else has changed it meanwhile; undefined while it is not stored. */
  readonly stored: Saved | undefined;
  /** Where nothing is stored. */
  readonly start: T;
  /** What the server takes. */
  readonly body: z.ZodMiniType;
  /** @param revision the one that is changed; undefined for a new text */
  readonly send: (texts: T, revision: string | undefined) => Promise<Saved>;
  /** The record's texts as they were stored. */
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
  const writtenOf = (saved: Saved): Written<T> => ({ ...textsOf(saved), revision: saved.revision });
  const [initial, setInitial] = useState<Written<T>>(() =>
    stored ? writtenOf(stored) : { ...start, revision: "" },
  );
  const form = useDraftForm<Written<T>>(keyOf(id), initial);
  const unsaved = useUnsaved(keyOf(id), form);
  const startFrom = (saved: Saved) => {
    form.setValues(writtenOf(saved));
    setInitial(writtenOf(saved));
    form.clearErrors();
  };
  const save = useMutation({
    mutationFn: ({ revision, ...texts }: Written<T>) => send(texts as unknown as T, revision || undefined),
    onSuccess: async (saved, sent) => {
      // one that was read before would bring back what was there
      await queryClient.cancelQueries({ queryKey: ["texts"] });
      const typed = form.getValues();
      dropDraft(keyOf(id));
      onSaved(saved);
      if (isSame(typed, sent)) startFrom(saved);
      else {
        const goesOn = { ...typed, revision: saved.revision };
        saveDraft(keyOf(saved.id), goesOn);
        form.setValues(goesOn);
        setInitial(writtenOf(saved));
      }
      void queryClient.invalidateQueries({ queryKey: ["texts"] });
    },
    onError: (error) => warn(form.refuse(error)),
  });
  const isOther = stored !== undefined && stored.revision !== form.values.revision && !save.isPending;

  // nothing of one's own is lost where nothing was typed
  // biome-ignore lint/correctness/useExhaustiveDependencies: when another text is stored, and no sooner
  useEffect(() => {
    if (isOther && !form.isChanged) startFrom(stored);
  }, [isOther, stored?.revision]);

  const submit = () => {
    if (save.isPending) return;
    const { revision: _, ...texts } = form.values;
    const wrong = checkBody(body, texts);
    if (wrong) warn(form.show(wrong));
    else save.mutate(form.values);
  };
  const field = (path: keyof T & string) => {
    const onChange: (text: string) => void = form.getInputProps(path).onChange;
    return { path, value: form.values[path] ?? "", onChange, error: form.errors[path] };
  };
  /** Somebody else saved this text since it was read here, and something is typed here. */
  const conflict =
    isOther && form.isChanged
      ? {
          /** Their text, and what was typed here is gone. */
          take: () => startFrom(stored),
          /** One's own, which replaces theirs with the next saving. */
          keep: () => {
            form.setFieldValue("revision", stored.revision as never);
            setInitial(writtenOf(stored));
          },
        }
      : undefined;
  return { form, unsaved, submit, field, conflict, isPending: save.isPending };
}
