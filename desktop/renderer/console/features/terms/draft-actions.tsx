import { Group, Text, useMantineTheme } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { toast } from "react-toastify/unstyled";
import {
  deployVersion,
  removeVersion,
  type Terms,
  type TermsVersion,
} from "#contract/texts/managed-terms.ts";
import { ConfirmButton } from "../../components/buttons.tsx";
import { call } from "../../lib/api.ts";
import { useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import { dropDraft, persistentKey } from "../../stores/drafts.ts";

interface Props {
  readonly terms: Terms;
  readonly version: TermsVersion;
  /** Disables publishing, because unsaved changes would not be published. */
  readonly isUnsaved?: boolean;
}

/** Publishes or deletes a draft. */
export function DraftActions({ terms, version, isUnsaved = false }: Props) {
  const t = useTranslate();
  const primary = useMantineTheme().primaryColor;
  const number = version.version;
  const params = { id: String(terms.id), versionId: String(version.id) };
  const settle = () => void queryClient.invalidateQueries({ queryKey: ["texts"] });
  const deploy = useMutation({
    mutationFn: () => call(deployVersion, { params, body: {} }),
    onSuccess: () =>
      toast.success(t("console.terms.deployDone", { version: number }), { toastId: `deploy-${version.id}` }),
    onSettled: settle,
  });
  const remove = useMutation({
    mutationFn: () => call(removeVersion, { params }),
    onSuccess: () => {
      dropDraft(persistentKey(`terms-${terms.id}-${version.id}`));
      toast.success(t("console.terms.versionRemoved", { version: number }), {
        toastId: `remove-${version.id}`,
      });
    },
    onSettled: settle,
  });
  const hasConflict = terms.deployedVersion !== null && terms.deployedVersion > number;
  return (
    <Group align="flex-start" gap={6}>
      {hasConflict ? (
        <Text c="dimmed" size="sm">
          {t("console.terms.newerPublished")}
        </Text>
      ) : (
        <ConfirmButton
          confirmLabel={t("console.terms.deployYes")}
          color={primary}
          disabled={isUnsaved}
          isBusy={deploy.isPending}
          label={t("console.terms.deploy")}
          onConfirm={() => deploy.mutate()}
          question={t(terms.inUse ? "console.terms.deployAsk" : "console.terms.deployUnusedAsk", {
            title: terms.title,
            version: number,
          })}
          size="compact-sm"
        />
      )}
      <ConfirmButton
        isBusy={remove.isPending}
        label={t("console.terms.versionRemove")}
        onConfirm={() => remove.mutate()}
        question={t("console.terms.versionRemoveAsk", { version: number })}
        size="compact-sm"
      />
    </Group>
  );
}
