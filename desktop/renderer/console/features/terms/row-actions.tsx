import { Button, Group } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { toast } from "react-toastify/unstyled";
import { changeTerms, removeTerms, type Terms } from "#contract/texts/managed-terms.ts";
import { ConfirmButton } from "../../components/buttons.tsx";
import { ButtonLink } from "../../components/links.tsx";
import { RowActions } from "../../components/table/row-actions.tsx";
import { call } from "../../lib/api.ts";
import { useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";

interface TermsProps {
  readonly terms: Terms;
}

/** Actions in the list of terms. */
export function TermsRowActions({ terms }: TermsProps) {
  const t = useTranslate();
  const remove = useRemoveTerms(terms);
  return (
    <RowActions name={terms.title}>
      {(close) => (
        <Group align="flex-start" gap="xs">
          <ToggleInUse onDone={close} terms={terms} />
          <ButtonLink
            params={{ id: String(terms.id) }}
            search={{ edit: true }}
            to="/terms/$id"
            variant="default"
          >
            {t("console.terms.change")}
          </ButtonLink>
          <RemoveTerms
            isBusy={remove.isPending}
            onConfirm={() => remove.mutate(undefined, { onSuccess: close })}
            terms={terms}
          />
        </Group>
      )}
    </RowActions>
  );
}

function ToggleInUse({ terms, onDone }: TermsProps & { readonly onDone: () => void }) {
  const t = useTranslate();
  const { id, title, inUse } = terms;
  const change = useMutation({
    mutationFn: () => call(changeTerms, { params: { id: String(id) }, body: { inUse: !inUse } }),
    onSuccess: () => {
      toast.success(t("console.terms.saved", { title }), { toastId: `terms-${id}` });
      onDone();
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ["texts"] }),
  });
  return (
    <Button loading={change.isPending} onClick={() => change.mutate()} variant="default">
      {t(inUse ? "console.referenceData.takeOut" : "console.referenceData.takeIn")}
    </Button>
  );
}

export function useRemoveTerms({ id, title }: Terms) {
  const t = useTranslate();
  return useMutation({
    mutationFn: () => call(removeTerms, { params: { id: String(id) } }),
    onSuccess: () => toast.success(t("console.terms.removed", { title }), { toastId: `remove-${id}` }),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ["texts"] }),
  });
}

interface RemoveProps extends TermsProps {
  readonly isBusy: boolean;
  readonly onConfirm: () => void;
}

/** Renders nothing for published terms: visitors may have consented to them. */
export function RemoveTerms({ terms, isBusy, onConfirm }: RemoveProps) {
  const t = useTranslate();
  if (terms.deployedVersion !== null) return null;
  return (
    <ConfirmButton
      isBusy={isBusy}
      label={t("console.terms.remove")}
      onConfirm={onConfirm}
      question={t("console.terms.removeAsk", { title: terms.title })}
    />
  );
}
