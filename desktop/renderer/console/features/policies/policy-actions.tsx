import { Group, useMantineTheme } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { toast } from "react-toastify/unstyled";
import { applyPolicy, type Policy, removePolicy } from "#contract/texts/privacy-policies.ts";
import { ConfirmButton } from "../../components/buttons.tsx";
import { ButtonLink } from "../../components/links.tsx";
import { call } from "../../lib/api.ts";
import { useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import { dropDraft, persistentKey } from "../../stores/drafts.ts";

interface Props {
  readonly policy: Pick<Policy, "id" | "title" | "applied" | "editable">;
  /** Disables publishing, because unsaved changes would not be published. */
  readonly isUnsaved: boolean;
}

/** Publishes a policy, copies it to a new draft, or deletes a draft. */
export function PolicyActions({ policy, isUnsaved }: Props) {
  const t = useTranslate();
  const navigate = useNavigate();
  const primary = useMantineTheme().primaryColor;
  const params = { id: String(policy.id) };
  const settle = () => void queryClient.invalidateQueries({ queryKey: ["texts"] });
  const apply = useMutation({
    mutationFn: () => call(applyPolicy, { params, body: {} }),
    onSuccess: () =>
      toast.success(t("console.policies.applyDone", { title: policy.title }), {
        toastId: `apply-${policy.id}`,
      }),
    onSettled: settle,
  });
  const remove = useMutation({
    mutationFn: () => call(removePolicy, { params }),
    onSuccess: async () => {
      dropDraft(persistentKey(`policy-${policy.id}`));
      toast.success(t("console.policies.removed", { title: policy.title }), {
        toastId: `remove-${policy.id}`,
      });
      await navigate({ to: "/policies" });
    },
    onSettled: settle,
  });
  return (
    <Group align="flex-start" gap="xs">
      {!policy.applied && (
        <ConfirmButton
          confirmLabel={t("console.policies.applyYes")}
          color={primary}
          disabled={isUnsaved}
          isBusy={apply.isPending}
          label={t("console.policies.apply")}
          onConfirm={() => apply.mutate()}
          question={t("console.policies.applyAsk", { title: policy.title })}
        />
      )}
      <ButtonLink
        params={{ id: "new" }}
        search={{ from: String(policy.id) }}
        to="/policies/$id"
        variant="default"
      >
        {t("console.policies.newFromThis")}
      </ButtonLink>
      {policy.editable && (
        <ConfirmButton
          isBusy={remove.isPending}
          label={t("console.policies.remove")}
          onConfirm={() => remove.mutate()}
          question={t("console.policies.removeAsk", { title: policy.title })}
        />
      )}
    </Group>
  );
}
