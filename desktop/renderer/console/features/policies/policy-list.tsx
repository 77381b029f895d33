import { Button, Menu } from "@mantine/core";
import { IconChevronDown, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { PolicySummary } from "#contract/privacy-policies.ts";
import { MenuLink, TextLink } from "../../components/links.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import type { Column } from "../../components/table/data-table.tsx";
import { useTranslate } from "../../lib/language.ts";
import { templatesQuery } from "../texts/queries.ts";

export function usePolicyColumns(): readonly Column<PolicySummary>[] {
  const t = useTranslate();
  const time = (at: string | null) => <span className="tabular">{at ?? "–"}</span>;
  return [
    {
      id: "title",
      header: t("console.policies.name"),
      canSort: true,
      isFixed: true,
      cell: ({ id, title }) => (
        <TextLink fw={600} params={{ id: String(id) }} to="/policies/$id">
          {title}
        </TextLink>
      ),
    },
    { id: "status", header: t("console.visit.status"), cell: (row) => <PolicyStatus policy={row} /> },
    {
      id: "appliedAt",
      header: t("console.policies.appliedAt"),
      canSort: true,
      isWide: true,
      cell: ({ appliedAt }) => time(appliedAt),
    },
    {
      id: "updatedAt",
      header: t("console.policies.updatedAt"),
      canSort: true,
      isWide: true,
      cell: ({ updatedAt }) => time(updatedAt),
    },
  ];
}

/** In force, in force once, or never. */
export function PolicyStatus({ policy }: { readonly policy: Pick<PolicySummary, "applied" | "editable"> }) {
  const t = useTranslate();
  if (policy.applied) return <StatusBadge code="exited" name={t("console.texts.inForce")} />;
  return policy.editable ? (
    <StatusBadge code="applied" name={t("console.texts.draft")} />
  ) : (
    <StatusBadge code="ended" name={t("console.texts.wasInForce")} />
  );
}

/** A new policy: from the one in force, from a template, or from nothing. */
export function NewPolicy({ applied }: { readonly applied: PolicySummary | undefined }) {
  const t = useTranslate();
  const templates = useQuery(templatesQuery).data?.policies ?? [];
  const to = { to: "/policies/$id", params: { id: "new" } } as const;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          leftSection={<IconPlus aria-hidden size={16} />}
          rightSection={<IconChevronDown aria-hidden size={16} />}
        >
          {t("console.policies.add")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {applied && (
          <MenuLink {...to} search={{ from: String(applied.id) }}>
            {t("console.policies.fromInForce")}
          </MenuLink>
        )}
        {templates.map(({ title }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a template is known by its place
          <MenuLink key={index} {...to} search={{ from: `template-${index}` }}>
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
