import { Button, Stack, Text } from "@mantine/core";
import { IconTemplate } from "@tabler/icons-react";
import { useIsMutating, useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "react-toastify/unstyled";
import { fillTemplates, type PlaceholderValues } from "#contract/messages/template-placeholders.ts";
import { ConfirmButton } from "../../components/buttons.tsx";
import { ErrorState } from "../../components/empty-state.tsx";
import { useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import { dropDraft } from "../../stores/drafts.ts";
import { PlaceholdersForm, placeholdersDraft } from "./placeholders-form.tsx";
import { type Draft, policyDraftsQuery, startingTemplatesQuery, termsDraftsQuery } from "./queries.ts";
import styles from "./set-up.module.css";
import { putInForce, type StartedStep, takeOver, underWay } from "./take-over.ts";

/** Steps whose template becomes a draft first. */
const drafts = { policy: policyDraftsQuery, terms: termsDraftsQuery } as const;

/** A step that is not done, begun with a template: codes count at once, texts once they are put in force. */
export function TemplateAction({ step }: { readonly step: StartedStep }) {
  if (step === "policy" || step === "terms") return <TextAction step={step} />;
  return <Take step={step} />;
}

function TextAction({ step }: { readonly step: keyof typeof drafts }) {
  const waiting = useQuery(drafts[step] as typeof policyDraftsQuery);
  // they come and go one by one: offered are all of them, once all are there
  const isTaking = useIsMutating({ mutationKey: underWay(step, "take") }) > 0;
  const isEnforcing = useIsMutating({ mutationKey: underWay(step, "enforce") }) > 0;
  if (waiting.isPending) return null;
  if (waiting.isError && !waiting.data)
    return <ErrorState onRetry={() => void waiting.refetch()} error={waiting.error} />;
  const hasDrafts = isEnforcing || (waiting.data.length > 0 && !isTaking);
  return hasDrafts ? <DraftAction drafts={waiting.data} step={step} /> : <Take step={step} />;
}

function Take({ step }: { readonly step: StartedStep }) {
  const t = useTranslate();
  const templates = useQuery(startingTemplatesQuery);
  const [isFilling, setFilling] = useState(false);
  const take = useMutation({
    mutationKey: underWay(step, "take"),
    mutationFn: async (values: PlaceholderValues | undefined) => {
      const known = await queryClient.query({ ...startingTemplatesQuery, staleTime: "static" });
      await takeOver[step](values ? fillTemplates(known, values) : known);
    },
    onSuccess: () => {
      dropDraft(placeholdersDraft(step));
      toast.success(t(`console.setUp.taken_${step}`), { toastId: `taken-${step}` });
    },
    // over once what became of it is read
    onSettled: () =>
      Promise.all(
        ["setUp", "codes", "texts", "configuration"].map((key) =>
          queryClient.invalidateQueries({ queryKey: [key] }),
        ),
      ),
  });
  if (isFilling && templates.data && (step === "policy" || step === "terms")) {
    const texts = step === "policy" ? templates.data.policies : templates.data.terms;
    return (
      <PlaceholdersForm
        placeholders={texts.flatMap(({ blanks }) => blanks)}
        isBusy={take.isPending}
        onCancel={() => setFilling(false)}
        onFill={take.mutate}
        step={step}
      />
    );
  }
  const names = (step === "places" || step === "purposes") && templates.data?.[step];
  return (
    <Stack align="flex-start" gap={4}>
      {names && (
        <Text c="dimmed" size="sm">
          {names.map(({ name }) => name).join(", ")}
        </Text>
      )}
      <Button
        leftSection={<IconTemplate aria-hidden size={16} />}
        loading={take.isPending}
        onClick={() => (step === "policy" || step === "terms" ? setFilling(true) : take.mutate(undefined))}
        size="compact-sm"
      >
        {t(`console.setUp.take_${step}`)}
      </Button>
    </Stack>
  );
}

interface Props {
  readonly drafts: readonly Draft[];
  readonly step: "policy" | "terms";
}

/** Texts that wait to be put in force, and what has to be filled in first. */
function DraftAction({ drafts, step }: Props) {
  const t = useTranslate();
  const enforce = useMutation({
    mutationKey: underWay(step, "enforce"),
    mutationFn: () => putInForce(drafts),
    onSuccess: () => toast.success(t(`console.setUp.enforced_${step}`), { toastId: `enforced-${step}` }),
    // over once what became of it is read
    onSettled: () =>
      Promise.all(
        ["setUp", "texts", "configuration"].map((key) => queryClient.invalidateQueries({ queryKey: [key] })),
      ),
  });
  const placeholders = new Set(drafts.flatMap((draft) => draft.placeholders));
  return (
    <Stack align="flex-start" gap="xs">
      <ul className={styles.drafts}>
        {drafts.map((draft) => (
          <li key={draft.id}>
            {draft.title}
            <Text c={draft.placeholders.length > 0 ? "var(--status-entered)" : "dimmed"} size="sm">
              {draft.placeholders.length > 0
                ? t("console.setUp.blanks", {
                    count: draft.placeholders.length,
                    blanks: draft.placeholders.join(" "),
                  })
                : t("console.setUp.noBlanks")}
            </Text>
          </li>
        ))}
      </ul>
      <ConfirmButton
        isBusy={enforce.isPending}
        label={t(`console.setUp.enforce_${step}`)}
        onYes={() => enforce.mutate()}
        question={t(placeholders.size > 0 ? "console.setUp.enforceBlanks" : "console.setUp.enforceAsk", {
          count: placeholders.size,
        })}
        size="compact-sm"
      />
    </Stack>
  );
}
