import { Button, Group, Stack, Title } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { passStatuses } from "#contract/visits/passes.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { DataTable } from "../../components/table/data-table.tsx";
import filters from "../../components/table/filters.module.css";
import { ChoiceFilter, SearchField } from "../../components/table/filters.tsx";
import { changeSearch } from "../../components/table/list-search.ts";
import { SelectAll } from "../../components/table/row-selection.tsx";
import { useListTable } from "../../components/table/use-list-table.ts";
import { useSelection } from "../../components/table/use-selection.ts";
import { SavedViews } from "../../components/table/views/saved-views.tsx";
import { AddPasses } from "../../features/passes/add-passes.tsx";
import { BulkActions } from "../../features/passes/bulk-actions.tsx";
import { passColumns } from "../../features/passes/columns.tsx";
import { PassDrawer } from "../../features/passes/pass-drawer.tsx";
import { passListQuery } from "../../features/passes/queries.ts";
import { type PassesSearch, parsePassesSearch, passListParams } from "../../features/passes/search.ts";
import { VisitDrawer } from "../../features/visits/visit-drawer.tsx";
import { useTranslate } from "../../lib/language.ts";

const visitorRoute = getRouteApi("/shell/passes");
const vehicleRoute = getRouteApi("/shell/vehicle-passes");

export function PassesPage() {
  const navigate = visitorRoute.useNavigate();
  return (
    <Passes
      isVehicle={false}
      onSearch={(next, replace) => void navigate({ search: next, replace })}
      search={visitorRoute.useSearch()}
    />
  );
}

export function VehiclePassesPage() {
  const navigate = vehicleRoute.useNavigate();
  return (
    <Passes
      isVehicle
      onSearch={(next, replace) => void navigate({ search: next, replace })}
      search={vehicleRoute.useSearch()}
    />
  );
}

interface Props {
  readonly isVehicle: boolean;
  readonly search: PassesSearch;
  readonly onSearch: (next: (old: PassesSearch) => PassesSearch, replace: boolean) => void;
}

/** Lists and manages passes and their holders. */
function Passes({ isVehicle, search, onSearch }: Props) {
  const t = useTranslate();
  const change = (next: Partial<PassesSearch>) =>
    onSearch((old) => changeSearch<PassesSearch>(old, next), !("page" in next));
  const open = (drawer: Pick<PassesSearch, "pass" | "visit" | "add">) =>
    onSearch((old) => ({ ...old, pass: undefined, visit: undefined, add: undefined, ...drawer }), false);
  const close = () => open({});
  const listParams = passListParams(search);
  const answer = useQuery(passListQuery(isVehicle, listParams));
  const selection = useSelection({ listParams, rows: answer.data?.rows, canSelect: true });
  const name = isVehicle ? "vehiclePasses" : "passes";
  const table = useListTable({
    name,
    columns: passColumns,
    data: answer.data,
    selection,
    search,
    onSearch: change,
    meta: { isVehicle, onOpen: (pass) => open({ pass }), onOpenVisit: (visit) => open({ visit }) },
  });
  const isFiltered = Boolean(search.q || search.status);
  const title = t(isVehicle ? "console.nav.vehiclePasses" : "console.nav.visitorPasses");

  return (
    <Stack gap="md">
      <title>{t(isVehicle ? "console.passes.pageVehicle" : "console.passes.page")}</title>
      <Group justify="space-between">
        <Title order={1} size="h3">
          {title}
        </Title>
        <Button leftSection={<IconPlus aria-hidden size={16} />} onClick={() => open({ add: true })}>
          {t("console.passes.addOpen")}
        </Button>
      </Group>
      <div className={filters.filters}>
        <SearchField
          hint={t("console.passes.searchHint")}
          label={t("console.passes.search")}
          onChange={(q) => change({ q })}
          value={search.q}
        />
        <ChoiceFilter
          placeholder={t("console.visits.anyStatus")}
          label={t("console.visit.status")}
          nameOf={(choice) => t(`console.passes.${choice}`)}
          onChange={(status) => change({ status })}
          value={search.status}
          choices={passStatuses}
        />
      </div>
      <BulkActions
        chosen={selection.chosen}
        isVehicle={isVehicle}
        onDone={selection.keep}
        pages={selection.pages}
      />
      <DataTable
        answer={answer}
        caption={title}
        empty={
          <EmptyState title={t(isFiltered ? "console.passes.noneFit" : "console.passes.none")}>
            {t(isFiltered ? "console.passes.noneFitText" : "console.passes.noneText")}
          </EmptyState>
        }
        selected={search.pass}
        table={table}
        tools={
          <>
            <SelectAll table={table} />
            <SavedViews
              list={name}
              onApply={(raw) => onSearch(() => parsePassesSearch(raw), false)}
              search={search}
              table={table}
            />
          </>
        }
      />
      <PassDrawer
        isOpen={search.pass !== undefined && !answer.isPending}
        isVehicle={isVehicle}
        onClose={close}
        onOpenVisit={(visit) => open({ visit })}
        pass={answer.data?.rows.find(({ id }) => id === search.pass)}
      />
      <AddPasses isOpen={search.add === true} isVehicle={isVehicle} onClose={close} />
      <VisitDrawer id={search.visit} onClose={close} onOpen={(visit) => open({ visit })} />
    </Stack>
  );
}
