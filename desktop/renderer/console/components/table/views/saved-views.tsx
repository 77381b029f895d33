import { Button, Menu } from "@mantine/core";
import { IconBookmark, IconCheck } from "@tabler/icons-react";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import type { RowData } from "@tanstack/react-table";
import { useEffect, useRef, useState } from "react";
import { useSiteNow } from "#browser/use-site-now.ts";
import type { SavedView, ViewList, ViewState } from "#contract/people/saved-views.ts";
import { useTranslate } from "../../../lib/language.ts";
import { siteQuery } from "../../../lib/site.ts";
import { lazyPart } from "../../lazy-part.tsx";
import type { TableInstance } from "../use-table.ts";
import { savedViewsQuery } from "./queries.ts";
import { emptyView, isSameView, type Search, searchOf, showColumns, stateOf } from "./view-state.ts";

const ViewsDrawer = lazyPart(async () => (await import("./views-drawer.tsx")).ViewsDrawer);

interface SavedViewsProps<Row extends RowData> {
  readonly list: ViewList;
  readonly table: TableInstance<Row>;
  /** The list's state in the address. */
  readonly search: Search;
  /** Replaces the filters and order in the address. */
  readonly onApply: (search: Search) => void;
}

/** Menu of saved views. The list opens with the user's default view. */
export function SavedViews<Row extends RowData>({ list, table, search, onApply }: SavedViewsProps<Row>) {
  const t = useTranslate();
  const { timezone } = useSuspenseQuery(siteQuery).data;
  const today = useSiteNow(timezone).slice(0, 10);
  const { data: views = [] } = useQuery(savedViewsQuery(list));
  const [isOpen, setIsOpen] = useState(false);
  const current = stateOf(search, table, today);
  const active =
    search.q === undefined ? views.find(({ state }) => isSameView(state, current, today)) : undefined;
  const apply = (state: ViewState) => {
    showColumns(table, state);
    onApply(searchOf(state, today));
  };
  useDefaultView(views, search, apply);
  const group = (label: string, items: readonly SavedView[]) =>
    items.length > 0 && (
      <>
        <Menu.Label>{label}</Menu.Label>
        {items.map((view) => (
          <Menu.Item
            aria-current={view === active || undefined}
            key={view.id}
            onClick={() => apply(view.state)}
            rightSection={view === active && <IconCheck aria-hidden size={14} />}
          >
            {view.isDefault ? t("console.views.opensFirst", { name: view.name }) : view.name}
          </Menu.Item>
        ))}
      </>
    );

  return (
    <>
      <Menu position="bottom-end" withinPortal>
        <Menu.Target>
          <Button leftSection={<IconBookmark aria-hidden size={16} />} size="compact-sm" variant="default">
            {active ? t("console.views.active", { name: active.name }) : t("console.views.title")}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {group(
            t("console.views.own"),
            views.filter(({ shared }) => !shared),
          )}
          {group(
            t("console.views.shared"),
            views.filter(({ shared }) => shared),
          )}
          {views.length > 0 && <Menu.Divider />}
          <Menu.Item onClick={() => apply(emptyView)}>{t("console.views.none")}</Menu.Item>
          <Menu.Item onClick={() => setIsOpen(true)}>{t("console.views.manage")}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isOpen && (
        <ViewsDrawer
          current={current}
          hasSearchText={search.q !== undefined}
          list={list}
          onClose={() => setIsOpen(false)}
          views={views}
        />
      )}
    </>
  );
}

/** Applies the default view once if the address has no state. */
function useDefaultView(
  views: readonly SavedView[],
  search: Search,
  apply: (state: ViewState) => void,
): void {
  const isPending = useRef(Object.values(search).every((value) => value === undefined));
  const first = views.find(({ isDefault }) => isDefault);
  useEffect(() => {
    if (!isPending.current || !first) return;
    isPending.current = false;
    apply(first.state);
  });
}
