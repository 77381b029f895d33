import type { PolicySummary } from "#contract/privacy-policies.ts";
import { TextLink } from "../../components/links.tsx";
import type { Column } from "../../components/table/data-table.tsx";
import { useTranslate } from "../../lib/language.ts";
import { PolicyStatus } from "./policy-status.tsx";

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
