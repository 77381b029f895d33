import { Table } from "@mantine/core";
import { useMemo } from "react";
import type { Terms, TermsVersion } from "#contract/texts/managed-terms.ts";
import { MenuLink } from "../../components/menu-link.tsx";
import { TableBody, TableHead } from "../../components/table/table-parts.tsx";
import { useRowsTable } from "../../components/table/use-table.ts";
import { useTranslate } from "../../lib/language.ts";
import { NewTextMenu } from "../texts/new-text-menu.tsx";
import styles from "./terms.module.css";
import { rowsOf, versionColumns } from "./version-columns.tsx";

interface VersionListProps {
  readonly terms: Terms;
  readonly versions: readonly TermsVersion[];
}

/** All versions of terms, newest first, with their actions. */
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

/** Menu for a new version: from the published one, the newest, a template, or empty. */
export function NewVersion({ terms, versions }: NewVersionProps) {
  const t = useTranslate();
  const [newest] = versions;
  const inForce = versions.find(({ version }) => version === terms.deployedVersion);
  return (
    <NewTextMenu
      existing={[
        ...(inForce
          ? [
              {
                label: t("console.terms.fromInForce", { version: inForce.version }),
                from: String(inForce.id),
              },
            ]
          : []),
        ...(newest && newest !== inForce
          ? [{ label: t("console.terms.fromVersion", { version: newest.version }), from: String(newest.id) }]
          : []),
      ]}
      label={t("console.terms.newVersion")}
      linkTo={(search, label) => (
        <MenuLink
          params={{ id: String(terms.id), version: "new" }}
          search={search}
          to="/terms/$id/versions/$version"
        >
          {label}
        </MenuLink>
      )}
      titlesOf={(templates) =>
        templates.terms.map(({ contentType, renderHtml, title }) =>
          contentType === terms.contentType && renderHtml === terms.renderHtml ? title : undefined,
        )
      }
    />
  );
}
