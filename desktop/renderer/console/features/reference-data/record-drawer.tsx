import { Divider, Group, Stack, Title } from "@mantine/core";
import type { ReferenceRecord } from "#contract/site/reference-data.ts";
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
  /** "new" opens the form for a new record; undefined closes the drawer. */
  readonly opened: number | "new" | undefined;
  readonly records: readonly ReferenceRecord[];
  readonly onClose: () => void;
}

/** A company or code: read-only for the desk, a form for administrators. */
export function RecordDrawer({ entity, opened, records, onClose }: Props) {
  const t = useTranslate();
  const user = useCurrentUser();
  const record = records.find(({ id }) => id === opened);
  const title = t(`console.referenceData.${opened === "new" ? "addTitle" : "title"}.${entity.name}`);
  return (
    <SideDrawer isOpen={opened !== undefined} onClose={onClose} title={title}>
      {opened === "new" && <RecordForm onClose={onClose} record={undefined} entity={entity} />}
      {opened !== undefined && opened !== "new" && !record && (
        <EmptyState title={t("console.referenceData.gone")}>{t("console.referenceData.goneText")}</EmptyState>
      )}
      {record && (
        <Stack gap="md" key={record.id}>
          <Group gap="xs">
            <Title order={2} size="h3">
              {record.name}
            </Title>
            <InUse isInUse={record.inUse} />
          </Group>
          {may(user, "referenceData") ? (
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

function RecordFacts({ record }: { readonly record: ReferenceRecord }) {
  const t = useTranslate();
  return (
    <FactList
      facts={[
        [t("console.referenceData.enName"), record.enName],
        [t("console.referenceData.order"), String(record.dispOrder)],
        [t("console.referenceData.updatedAt"), record.updatedAt],
      ]}
    />
  );
}
