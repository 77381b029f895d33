import { Divider, Group, Stack, Title } from "@mantine/core";
import type { BaseRecord } from "#contract/site/base-data.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { FactList } from "../../components/section.tsx";
import { SideDrawer } from "../../components/side-drawer.tsx";
import { useTranslate } from "../../lib/language.ts";
import { may, useCurrentUser } from "../../lib/session.ts";
import type { EntityConfiguration } from "./entities.ts";
import { InUse, RemoveRecord } from "./record-actions.tsx";
import { RecordForm } from "./record-form.tsx";

interface Props {
  readonly entity: EntityConfiguration;
  /** "new" adds one; undefined where the drawer is closed. */
  readonly opened: number | "new" | undefined;
  /** All there are. */
  readonly records: readonly BaseRecord[];
  readonly onClose: () => void;
}

/** One company or code: seen by the desk, kept by administrators. */
export function RecordDrawer({ entity, opened, records, onClose }: Props) {
  const t = useTranslate();
  const user = useCurrentUser();
  const record = records.find(({ id }) => id === opened);
  const title = t(`console.baseData.${opened === "new" ? "addTitle" : "title"}.${entity.name}`);
  return (
    <SideDrawer isOpen={opened !== undefined} onClose={onClose} title={title}>
      {opened === "new" && <RecordForm onClose={onClose} record={undefined} entity={entity} />}
      {opened !== undefined && opened !== "new" && !record && (
        <EmptyState title={t("console.baseData.gone")}>{t("console.baseData.goneText")}</EmptyState>
      )}
      {record && (
        <Stack gap="md" key={record.id}>
          <Group gap="xs">
            <Title order={2} size="h3">
              {record.name}
            </Title>
            <InUse isInUse={record.inUse} />
          </Group>
          {may(user, "baseData") ? (
            <>
              <RecordForm onClose={onClose} record={record} entity={entity} />
              <Divider />
              <RemoveRecord onRemoved={onClose} record={record} entity={entity} />
            </>
          ) : (
            <RecordFacts record={record} />
          )}
        </Stack>
      )}
    </SideDrawer>
  );
}

function RecordFacts({ record }: { readonly record: BaseRecord }) {
  const t = useTranslate();
  return (
    <FactList
      facts={[
        [t("console.baseData.enName"), record.enName],
        [t("console.baseData.order"), String(record.dispOrder)],
        [t("console.baseData.updatedAt"), record.updatedAt],
      ]}
    />
  );
}
