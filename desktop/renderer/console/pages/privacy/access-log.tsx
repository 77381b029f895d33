import { SegmentedControl, Stack, Text, Title } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { changeSearch } from "../../components/table/list-search.ts";
import { LogView } from "../../features/access-log/log-view.tsx";
import { PersonView } from "../../features/access-log/person-view.tsx";
import { ReviewView } from "../../features/access-log/review-view.tsx";
import { type AccessSearch, accessViews, parseAccessSearch } from "../../features/access-log/search.ts";
import { EventsView } from "../../features/events/events-view.tsx";
import { useTranslate } from "../../lib/language.ts";
import { may, useCurrentUser } from "../../lib/session.ts";

const route = getRouteApi("/shell/access-log");

/** 접속기록: accesses to personal data, searchable by phone number, and the monthly review. */
export function AccessLogPage() {
  const t = useTranslate();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const mayAct = may(useCurrentUser(), "privacy");
  // hidden for users who may not search by phone number
  const views = accessViews.filter((view) => view !== "person" || mayAct);
  const view = search.view && views.includes(search.view) ? search.view : "log";
  const change = (next: Partial<AccessSearch>) =>
    void navigate({ search: (old) => changeSearch<AccessSearch>(old, next), replace: !("page" in next) });
  const open = (drawer: Pick<AccessSearch, "entry" | "staff">) =>
    void navigate({ search: (old) => ({ ...old, ...drawer }) });

  return (
    <Stack gap="md">
      <title>{t("console.access.page")}</title>
      <div>
        <Title order={1} size="h3">
          {t("console.nav.accessLog")}
        </Title>
        <Text c="dimmed">{t("console.access.lead")}</Text>
      </div>
      <SegmentedControl
        aria-label={t("console.access.views")}
        data={views.map((value) => ({ value, label: t(`console.access.${value}View`) }))}
        onChange={(next) => void navigate({ search: { view: next } })}
        value={view}
        w="fit-content"
      />
      {view === "log" && (
        <LogView
          onApply={(raw) => void navigate({ search: parseAccessSearch(raw) })}
          onOpen={(entry) => open({ entry })}
          onSearch={change}
          search={search}
        />
      )}
      {view === "person" && <PersonView />}
      {view === "events" && (
        <EventsView onOpen={(entry) => open({ entry })} onSearch={change} search={search} />
      )}
      {view === "review" && (
        <ReviewView month={search.month} onOpen={(staff) => open({ staff })} openReader={search.staff} />
      )}
    </Stack>
  );
}
