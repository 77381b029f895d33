import { Group, Stack, Table } from "@mantine/core";
import type { Terms, TermsVersion } from "#contract/managed-terms.ts";
import { ButtonLink } from "../../components/links.tsx";
import { useTranslate } from "../../lib/language.ts";
import { DraftMoves } from "./draft-actions.tsx";
import styles from "./terms.module.css";
import { VersionStatus } from "./version-status.tsx";

interface Props {
  readonly terms: Terms;
  readonly versions: readonly TermsVersion[];
}

/** All versions of terms, the newest first, with what can be done with each. */
export function VersionList({ terms, versions }: Props) {
  const t = useTranslate();
  return (
    <div className={styles.scroll}>
      <Table aria-label={t("console.terms.versions")}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t("console.terms.version")}</Table.Th>
            <Table.Th>{t("console.visit.status")}</Table.Th>
            <Table.Th>{t("console.terms.writtenAt")}</Table.Th>
            <Table.Th>{t("console.terms.deployedAt")}</Table.Th>
            <Table.Th>{t("console.terms.actions")}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {versions.map((version) => (
            <Row key={version.id} terms={terms} version={version} versions={versions} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function Row({ terms, version, versions }: Props & { readonly version: TermsVersion }) {
  const t = useTranslate();
  const params = { id: String(terms.id), version: String(version.id) };
  const isDraft = version.deployedAt === null;
  // the text that visitors read at the time, else the one before
  const other =
    versions.find(({ version: n }) => n === terms.deployedVersion && n !== version.version) ??
    versions.find(({ version: n }) => n < version.version);
  return (
    <Table.Tr>
      <Table.Td className="tabular">{t("console.terms.versionNo", { version: version.version })}</Table.Td>
      <Table.Td>
        <VersionStatus terms={terms} version={version} />
      </Table.Td>
      <Table.Td className="tabular" data-label={t("console.terms.writtenAt")}>
        {version.updatedAt}
      </Table.Td>
      <Table.Td className="tabular" data-label={t("console.terms.deployedAt")}>
        {version.deployedAt ?? "–"}
      </Table.Td>
      <Table.Td>
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
          {isDraft && <DraftMoves terms={terms} version={version} />}
        </Stack>
      </Table.Td>
    </Table.Tr>
  );
}
