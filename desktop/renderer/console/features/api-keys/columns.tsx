import { Text } from "@mantine/core";
import { addDays } from "#contract/dates.ts";
import type { KeyPermission } from "#contract/permissions.ts";
import type { ApiKeyAnswer, KeyState } from "#contract/site/api-keys.ts";
import type { StatusCode } from "#contract/visits/status.ts";
import { RowButton } from "../../components/buttons.tsx";
import { DateTime } from "../../components/date-time.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { accessor, type Columns, wide } from "../../components/table/columns.ts";
import type { TextKey, Translate } from "../../lib/language.ts";

/** Visit statuses whose colours stand for each state. */
const stateCodes: Record<KeyState, StatusCode> = {
  active: "approved",
  endsSoon: "applied",
  expired: "ended",
  revoked: "rejected",
};

export const permissionLabels: Record<KeyPermission, TextKey> = {
  "visits.see": "console.apiKeys.may.visitsSee",
  "visits.search": "console.apiKeys.may.visitsSearch",
  "visits.reserve": "console.apiKeys.may.visitsReserve",
  "visits.edit": "console.apiKeys.may.visitsEdit",
  "visits.decide": "console.apiKeys.may.visitsDecide",
  desk: "console.apiKeys.may.desk",
  passes: "console.apiKeys.may.passes",
  sms: "console.apiKeys.may.sms",
  reports: "console.apiKeys.may.reports",
  choices: "console.apiKeys.may.choices",
  "referenceData.read": "console.apiKeys.may.referenceDataRead",
  referenceData: "console.apiKeys.may.referenceData",
  texts: "console.apiKeys.may.texts",
  signage: "console.apiKeys.may.signage",
  "privacy.read": "console.apiKeys.may.privacyRead",
};

/** Last valid day: a key that expires at midnight is valid until the day before. */
export const lastDayOf = ({ expiresAt }: Pick<ApiKeyAnswer, "expiresAt">): string =>
  addDays(expiresAt.slice(0, 10), -1);

export const apiKeyColumns = (t: Translate): Columns<ApiKeyAnswer> => [
  accessor("name", {
    header: t("console.apiKeys.name"),
    enableHiding: false,
    cell: ({ row: { original }, table }) => (
      <>
        <RowButton onOpen={() => table.options.meta?.onOpen?.(original.id)}>{original.name}</RowButton>
        <Text c="dimmed" className="tabular" size="xs">
          {original.prefix}_…
        </Text>
      </>
    ),
  }),
  {
    id: "permissions",
    header: t("console.apiKeys.permissions"),
    accessorFn: ({ permissions }) =>
      permissions.map((permission) => t(permissionLabels[permission])).join(", "),
    meta: wide,
  },
  {
    id: "lastUsedAt",
    header: t("console.apiKeys.lastUsed"),
    accessorFn: ({ lastUsedAt }) => lastUsedAt ?? t("console.apiKeys.never"),
    cell: ({ row: { original } }) =>
      original.lastUsedAt ? (
        <>
          <DateTime at={original.lastUsedAt} />
          <Text c="dimmed" className="tabular" size="xs">
            {original.lastUsedAddress}
          </Text>
        </>
      ) : (
        t("console.apiKeys.never")
      ),
  },
  { id: "expiresAt", header: t("console.apiKeys.expiresOn"), accessorFn: lastDayOf, meta: wide },
  {
    id: "createdBy",
    header: t("console.apiKeys.createdBy"),
    accessorFn: ({ createdBy }) => createdBy.name,
    cell: ({ row: { original } }) => (
      <>
        {original.createdBy.name}
        {original.createdBy.resigned && (
          <Text c="red" size="xs">
            {t("console.apiKeys.resigned")}
          </Text>
        )}
      </>
    ),
    meta: wide,
  },
  {
    id: "state",
    header: t("console.apiKeys.stateHead"),
    accessorFn: ({ state }) => t(`console.apiKeys.state.${state}`),
    cell: ({ row: { original } }) => (
      <StatusBadge code={stateCodes[original.state]} name={t(`console.apiKeys.state.${original.state}`)} />
    ),
  },
];
