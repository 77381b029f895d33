import { Text } from "@mantine/core";
import { formatPeriod } from "#browser/formats.ts";
import type { PolicySummary } from "#contract/texts/privacy-policies.ts";
import { TextLink } from "../../components/links.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { accessor, actionsId, type Columns, wideFigures } from "../../components/table/columns.ts";
import { RowActions } from "../../components/table/row-actions.tsx";
import { type Translate, useTranslate } from "../../lib/language.ts";
import { hasDraft, persistentKey } from "../../stores/drafts.ts";
import { PolicyActions } from "./policy-actions.tsx";

export const policyColumns = (t: Translate): Columns<PolicySummary> => [
  accessor("title", {
    header: t("console.policies.name"),
    enableHiding: false,
    enableSorting: true,
    cell: ({ row: { original } }) => (
      <TextLink fw={600} params={{ id: String(original.id) }} to="/policies/$id">
        {original.title}
      </TextLink>
    ),
  }),
  {
    id: "status",
    header: t("console.visit.status"),
    cell: ({ row }) => <PolicyStatus policy={row.original} />,
  },
  {
    id: "appliedAt",
    header: t("console.policies.appliedAt"),
    enableSorting: true,
    cell: ({ row: { original } }) =>
      original.periods.length > 0 ? <PolicyPeriods periods={original.periods} /> : "–",
    meta: wideFigures,
  },
  accessor("updatedAt", { header: t("console.policies.updatedAt"), enableSorting: true, meta: wideFigures }),
  {
    id: actionsId,
    header: t("console.choice.next"),
    enableHiding: false,
    cell: ({ row: { original } }) => (
      <RowActions name={original.title}>
        {() => (
          <PolicyActions isUnsaved={hasDraft(persistentKey(`policy-${original.id}`))} policy={original} />
        )}
      </RowActions>
    ),
  },
];

/** Periods in which a policy was in force; it may have been published several times. */
export function PolicyPeriods({ periods }: Pick<PolicySummary, "periods">) {
  return periods.map(({ from, until }) => (
    <Text className="tabular" component="div" inherit key={from}>
      {until === null ? `${from} –` : formatPeriod(from, until)}
    </Text>
  ));
}

/** In force, formerly in force, or draft. */
export function PolicyStatus({ policy }: { readonly policy: Pick<PolicySummary, "applied" | "editable"> }) {
  const t = useTranslate();
  if (policy.applied) return <StatusBadge code="exited" name={t("console.texts.inForce")} />;
  return policy.editable ? (
    <StatusBadge code="applied" name={t("console.texts.draft")} />
  ) : (
    <StatusBadge code="ended" name={t("console.texts.wasInForce")} />
  );
}
