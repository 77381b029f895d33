import { Group, Stack } from "@mantine/core";
import type { Terms, TermsVersion } from "#contract/texts/managed-terms.ts";
import { ButtonLink } from "../../components/links.tsx";
import { type Columns, figures } from "../../components/table/columns.ts";
import type { Translate } from "../../lib/language.ts";
import { DraftActions } from "./draft-actions.tsx";
import { VersionStatus } from "./labels.tsx";

interface VersionRow {
  readonly terms: Terms;
  readonly version: TermsVersion;
  /** Version to compare with: the published one, else the previous one. */
  readonly other: TermsVersion | undefined;
}

/** @param versions newest first */
export const rowsOf = (terms: Terms, versions: readonly TermsVersion[]): VersionRow[] =>
  versions.map((version) => ({
    terms,
    version,
    other:
      versions.find(({ version: n }) => n === terms.deployedVersion && n !== version.version) ??
      versions.find(({ version: n }) => n < version.version),
  }));

export const versionColumns = (t: Translate): Columns<VersionRow> => [
  {
    id: "version",
    header: t("console.terms.version"),
    accessorFn: ({ version }) => t("console.terms.versionNo", { version: version.version }),
    meta: figures,
  },
  {
    id: "status",
    header: t("console.visit.status"),
    cell: ({ row: { original } }) => <VersionStatus terms={original.terms} version={original.version} />,
  },
  {
    id: "writtenAt",
    header: t("console.terms.writtenAt"),
    accessorFn: ({ version }) => version.updatedAt,
    meta: { isTabular: true, isLabelled: true },
  },
  {
    id: "deployedAt",
    header: t("console.terms.deployedAt"),
    accessorFn: ({ version }) => version.deployedAt ?? "–",
    meta: { isTabular: true, isLabelled: true },
  },
  {
    id: "actions",
    header: t("console.terms.actions"),
    cell: ({ row: { original } }) => {
      const { terms, version, other } = original;
      const params = { id: String(terms.id), version: String(version.id) };
      const isDraft = version.deployedAt === null;
      return (
        <Stack gap={6}>
          <Group gap={6}>
            <ButtonLink params={params} size="compact-sm" to="/terms/$id/versions/$version" variant="default">
              {t(isDraft ? "console.terms.edit" : "console.terms.read")}
            </ButtonLink>
            {other && (
              <ButtonLink
                params={{ id: String(terms.id) }}
                search={{
                  before: Math.min(other.id, version.id),
                  after: Math.max(other.id, version.id),
                }}
                size="compact-sm"
                to="/terms/$id/compare"
                variant="subtle"
              >
                {t("console.texts.compare")}
              </ButtonLink>
            )}
          </Group>
          {isDraft && <DraftActions terms={terms} version={version} />}
        </Stack>
      );
    },
  },
];
