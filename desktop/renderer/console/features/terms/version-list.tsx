import { Button, Menu, Table } from "@mantine/core";
import { IconChevronDown, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { Terms, TermsVersion } from "#contract/managed-terms.ts";
import { MenuLink } from "../../components/links.tsx";
import { TableBody, TableHead } from "../../components/table/table-parts.tsx";
import { useRowsTable } from "../../components/table/use-table.ts";
import { useTranslate } from "../../lib/language.ts";
import { templatesQuery } from "../texts/queries.ts";
import { rowsOf, versionColumns } from "./columns.tsx";
import styles from "./terms.module.css";

interface VersionListProps {
  readonly terms: Terms;
  readonly versions: readonly TermsVersion[];
}

/** All versions of terms, the newest first, with what can be done with each. */
export function VersionList({ terms, versions }: VersionListProps) {
  const t = useTranslate();
  const rows = useMemo(() => rowsOf(terms, versions), [terms, versions]);
  const table = useRowsTable(versionColumns, rows, { getRowId: ({ version }) => String(version.id) });
  return (
    <div className={styles.scroll}>
      <Table aria-label={t("console.terms.versions")}>
        <TableHead table={table} />
        <TableBody table={table} />
      </Table>
    </div>
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
