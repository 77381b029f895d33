import { Group } from "@mantine/core";
import type { Terms } from "#contract/managed-terms.ts";
import { StatusBadge } from "../../components/status-badge.tsx";
import { useTranslate } from "../../lib/language.ts";

/** Whether visitors see the terms, and in which version. */
export function TermsStatus({ terms: { deployedVersion, inUse } }: { readonly terms: Terms }) {
  const t = useTranslate();
  return (
    <Group gap={4} wrap="nowrap">
      {deployedVersion === null ? (
        <StatusBadge code="applied" name={t("console.terms.notDeployed")} />
      ) : (
        <StatusBadge
          code={inUse ? "exited" : "ended"}
          name={t("console.terms.deployedAs", { version: deployedVersion })}
        />
      )}
      {!inUse && <StatusBadge code="ended" name={t("console.terms.notInUse")} />}
    </Group>
  );
}
