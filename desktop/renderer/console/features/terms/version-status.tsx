import type { Terms, TermsVersion } from "#contract/managed-terms.ts";
import { StatusBadge } from "../../components/status-badge.tsx";
import { useTranslate } from "../../lib/language.ts";

interface Props {
  readonly terms: Terms;
  readonly version: TermsVersion;
}

/** In force, in force once, or never. */
export function VersionStatus({ terms, version }: Props) {
  const t = useTranslate();
  if (version.deployedAt === null) return <StatusBadge code="applied" name={t("console.texts.draft")} />;
  return version.version === terms.deployedVersion ? (
    <StatusBadge code="exited" name={t("console.texts.inForce")} />
  ) : (
    <StatusBadge code="ended" name={t("console.texts.wasInForce")} />
  );
}
