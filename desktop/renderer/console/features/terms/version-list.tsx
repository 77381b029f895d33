import { Button, Group, Menu, Stack, Table } from "@mantine/core";
import { IconChevronDown, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { Terms, TermsVersion } from "#contract/managed-terms.ts";
import { ButtonLink, MenuLink } from "../../components/links.tsx";
import { useTranslate } from "../../lib/language.ts";
import { templatesQuery } from "../texts/queries.ts";
import { DraftActions } from "./draft-actions.tsx";
import { VersionStatus } from "./labels.tsx";
import styles from "./terms.module.css";

interface VersionListProps {
  readonly terms: Terms;
  readonly versions: readonly TermsVersion[];
}

/** All versions of terms, the newest first, with what can be done with each. */
export function VersionList({ terms, versions }: VersionListProps) {
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

function Row({ terms, version, versions }: VersionListProps & { readonly version: TermsVersion }) {
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
          {isDraft && <DraftActions terms={terms} version={version} />}
        </Stack>
      </Table.Td>
    </Table.Tr>
  );
}

interface NewVersionProps {
  readonly terms: Terms;
  readonly versions: readonly TermsVersion[];
}

/** A new version: from the one in force, from the newest, from a template, or from nothing. */
export function NewVersion({ terms, versions }: NewVersionProps) {
  const t = useTranslate();
  const templates = useQuery(templatesQuery).data?.terms ?? [];
  const to = {
    to: "/terms/$id/versions/$version",
    params: { id: String(terms.id), version: "new" },
  } as const;
  const [newest] = versions;
  const inForce = versions.find(({ version }) => version === terms.deployedVersion);
  const fitting = templates.flatMap((template, index) =>
    template.contentType === terms.contentType && template.renderHtml === terms.renderHtml
      ? [{ title: template.title, from: `template-${index}` }]
      : [],
  );
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          leftSection={<IconPlus aria-hidden size={16} />}
          rightSection={<IconChevronDown aria-hidden size={16} />}
          w="fit-content"
        >
          {t("console.terms.newVersion")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {inForce && (
          <MenuLink {...to} search={{ from: String(inForce.id) }}>
            {t("console.terms.fromInForce", { version: inForce.version })}
          </MenuLink>
        )}
        {newest && newest !== inForce && (
          <MenuLink {...to} search={{ from: String(newest.id) }}>
            {t("console.terms.fromVersion", { version: newest.version })}
          </MenuLink>
        )}
        {fitting.map(({ title, from }) => (
          <MenuLink key={from} {...to} search={{ from }}>
            {t("console.texts.fromTemplate", { title })}
          </MenuLink>
        ))}
        <MenuLink {...to} search={{}}>
          {t("console.texts.fromNothing")}
        </MenuLink>
      </Menu.Dropdown>
    </Menu>
  );
}
