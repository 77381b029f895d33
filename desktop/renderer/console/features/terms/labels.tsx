/** Kinds of terms (docs/behaviour.md, "Records"), named as in the text keys. */
import { Group } from "@mantine/core";
import type { Terms, TermsVersion } from "#contract/texts/managed-terms.ts";
import { type ContentType, contentTypes } from "#contract/texts/terms.ts";
import { StatusBadge } from "../../components/status-badge.tsx";
import { useTranslate } from "../../lib/language.ts";

export const kinds = ["use", "required", "optional", "guide", "checklist"] as const;

/** Last part of the text key, as in "console.terms.kind.use". */
export const kindOf = (type: ContentType): (typeof kinds)[number] =>
  kinds[contentTypes.indexOf(type)] ?? "use";

export const typeOf = (kind: (typeof kinds)[number]): ContentType =>
  contentTypes[kinds.indexOf(kind)] ?? contentTypes[0];

/** Shown in the terms step; guides and checklists are in the request form. */
export const isListedType = (type: ContentType): boolean => contentTypes.indexOf(type) < 3;

export const isChecklist = (type: ContentType): boolean => kindOf(type) === "checklist";

/** Published version of the terms, and whether they are in use. */
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

interface Props {
  readonly terms: Terms;
  readonly version: TermsVersion;
}

/** In force, formerly in force, or draft. */
export function VersionStatus({ terms, version }: Props) {
  const t = useTranslate();
  if (version.deployedAt === null) return <StatusBadge code="applied" name={t("console.texts.draft")} />;
  return version.version === terms.deployedVersion ? (
    <StatusBadge code="exited" name={t("console.texts.inForce")} />
  ) : (
    <StatusBadge code="ended" name={t("console.texts.wasInForce")} />
  );
}
