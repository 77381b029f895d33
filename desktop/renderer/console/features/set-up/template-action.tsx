import { Button, Stack, Text } from "@mantine/core";
import { IconTemplate } from "@tabler/icons-react";
import { useIsMutating, useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "react-toastify/unstyled";
import { fillTemplates, type PlaceholderValues } from "#contract/messages/template-placeholders.ts";
import { ConfirmButton } from "../../components/buttons.tsx";
import { ErrorState } from "../../components/empty-state.tsx";
import { TextLink } from "../../components/links.tsx";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import { dropDraft } from "../../stores/drafts.ts";
import { applyTemplates, mutationKeyOf, publishDrafts, type TemplateStep } from "./apply-templates.ts";
import { PlaceholdersForm, placeholdersDraft } from "./placeholders-form.tsx";
import { type Draft, policyDraftsQuery, startingTemplatesQuery, termsDraftsQuery } from "./queries.ts";
import styles from "./set-up.module.css";

const draftQueries = { policy: policyDraftsQuery, terms: termsDraftsQuery } as const;

interface ActionProps<Step> {
  readonly step: Step;
  /** Ids of published texts with placeholders. */
  readonly unfinished: readonly number[];
}

/** Applies the templates of a step: codes are effective at once, texts become drafts to publish. */
export function TemplateAction({ step, unfinished }: ActionProps<TemplateStep>) {
  if (step === "policy" || step === "terms") return <TextAction step={step} unfinished={unfinished} />;
  return <ApplyButton step={step} />;
}

function TextAction({ step, unfinished }: ActionProps<keyof typeof draftQueries>) {
  const drafts = useQuery(draftQueries[step] as typeof policyDraftsQuery);
  // drafts change one by one while a mutation runs, so keep the current view until it is done
  const isApplying = useIsMutating({ mutationKey: mutationKeyOf(step, "apply") }) > 0;
  const isPublishing = useIsMutating({ mutationKey: mutationKeyOf(step, "publish") }) > 0;
  if (drafts.isPending) return null;
  if (drafts.isError && !drafts.data)
    return <ErrorState onRetry={() => void drafts.refetch()} error={drafts.error} />;
  // new versions of finished texts are not part of the set-up
  const offered = drafts.data.filter(({ id, isPublished }) => !isPublished || unfinished.includes(id));
  const hasDrafts = isPublishing || (offered.length > 0 && !isApplying);
  if (hasDrafts) return <DraftAction drafts={offered} step={step} />;
  // a policy replaces the one in force; templates of terms would be added to it
  return unfinished.length > 0 && step === "terms" ? null : <ApplyButton step={step} />;
}

function ApplyButton({ step }: { readonly step: TemplateStep }) {
  const t = useTranslate();
  const language = useLanguage();
  const templates = useQuery(startingTemplatesQuery);
  const [isFilling, setFilling] = useState(false);
  const apply = useMutation({
    mutationKey: mutationKeyOf(step, "apply"),
    mutationFn: async (values: PlaceholderValues | undefined) => {
      const loaded = await queryClient.query({ ...startingTemplatesQuery, staleTime: "static" });
      await applyTemplates[step](values ? fillTemplates(loaded, values) : loaded);
    },
    onSuccess: () => {
      dropDraft(placeholdersDraft(step));
      toast.success(t(`console.setUp.taken_${step}`), { toastId: `taken-${step}` });
    },
    // the mutation stays pending until the queries are refetched
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
        isBusy={apply.isPending}
        onCancel={() => setFilling(false)}
        onFill={apply.mutate}
        step={step}
      />
    );
  }
  const names = (step === "places" || step === "purposes") && templates.data?.[step];
  return (
    <Stack align="flex-start" gap={4}>
      {names && (
        <Text c="dimmed" size="sm">
          {names.map(({ name, enName }) => (language === "en" && enName) || name).join(", ")}
        </Text>
      )}
      <Button
        leftSection={<IconTemplate aria-hidden size={16} />}
        loading={apply.isPending}
        onClick={() => (step === "policy" || step === "terms" ? setFilling(true) : apply.mutate(undefined))}
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

/** Drafts to publish, with their unfilled placeholders. */
function DraftAction({ drafts, step }: Props) {
  const t = useTranslate();
  const publish = useMutation({
    mutationKey: mutationKeyOf(step, "publish"),
    mutationFn: () => publishDrafts(drafts),
    onSuccess: () => toast.success(t(`console.setUp.enforced_${step}`), { toastId: `enforced-${step}` }),
    // the mutation stays pending until the queries are refetched
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
            <TextLink
              params={{ id: String(draft.id) }}
              to={step === "policy" ? "/policies/$id" : "/terms/$id"}
            >
              {draft.title}
            </TextLink>
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
        isBusy={publish.isPending}
        label={t(`console.setUp.enforce_${step}`)}
        onConfirm={() => publish.mutate()}
        question={t(placeholders.size > 0 ? "console.setUp.enforceBlanks" : "console.setUp.enforceAsk", {
          count: placeholders.size,
        })}
        size="compact-sm"
      />
    </Stack>
  );
}
