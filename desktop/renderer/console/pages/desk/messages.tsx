import { Alert, Anchor, Group, Stack, Title } from "@mantine/core";
import { IconMessageCog, IconSend } from "@tabler/icons-react";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useSiteNow } from "#browser/use-site-now.ts";
import { addDays } from "#contract/dates.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { ButtonLink } from "../../components/links.tsx";
import { DataTable } from "../../components/table/data-table.tsx";
import { changeSearch } from "../../components/table/list-search.ts";
import { useListTable } from "../../components/table/use-list-table.ts";
import { SavedViews } from "../../components/table/views/saved-views.tsx";
import { messageColumns } from "../../features/messages/columns.tsx";
import { MessageFilters } from "../../features/messages/filters.tsx";
import { MessageDrawer } from "../../features/messages/message-drawer.tsx";
import { messageListQuery } from "../../features/messages/queries.ts";
import {
  type MessagesSearch,
  messageListParams,
  parseMessagesSearch,
} from "../../features/messages/search.ts";
import { VisitDrawer } from "../../features/visits/visit-drawer.tsx";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { may, useCurrentUser } from "../../lib/session.ts";
import { siteQuery } from "../../lib/site.ts";

const route = getRouteApi("/shell/messages");

/** 보낸 메시지: all messages, for hosts those of their own visits, with delivery status. */
export function MessagesPage() {
  const t = useTranslate();
  const user = useCurrentUser();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: Partial<MessagesSearch>) =>
    void navigate({ search: (old) => changeSearch<MessagesSearch>(old, next), replace: !("page" in next) });
  const open = (drawer: Pick<MessagesSearch, "message" | "visit">) =>
    void navigate({ search: (old) => ({ ...old, message: undefined, visit: undefined, ...drawer }) });
  const answer = useQuery(messageListQuery(messageListParams(search), useLanguage()));
  const table = useListTable({
    name: "messages",
    columns: messageColumns,
    data: answer.data,
    search,
    onSearch: change,
    meta: { onOpen: (message) => open({ message }) },
  });
  const isFiltered = Boolean(search.q || search.status || search.event || search.from || search.to);

  return (
    <Stack gap="md">
      <title>{t("console.messages.page")}</title>
      <Group justify="space-between">
        <Title order={1} size="h3">
          {t("console.nav.sent")}
        </Title>
        <Group gap="xs">
          {may(user, "referenceData") && (
            <ButtonLink
              leftSection={<IconMessageCog aria-hidden size={16} />}
              to="/messages/templates"
              variant="default"
            >
              {t("console.wording.title")}
            </ButtonLink>
          )}
          <ButtonLink leftSection={<IconSend aria-hidden size={16} />} to="/messages/new">
            {t("console.nav.compose")}
          </ButtonLink>
        </Group>
      </Group>
      <NotSent onShow={change} />
      <MessageFilters onSearch={change} search={search} />
      <DataTable
        answer={answer}
        caption={t("console.nav.sent")}
        empty={
          <EmptyState title={t(isFiltered ? "console.messages.noneFit" : "console.messages.none")}>
            {t(isFiltered ? "console.messages.noneFitText" : "console.messages.noneText")}
          </EmptyState>
        }
        selected={search.message}
        table={table}
        tools={
          <SavedViews
            list="messages"
            onApply={(raw) => void navigate({ search: parseMessagesSearch(raw) })}
            search={search}
            table={table}
          />
        }
      />
      <MessageDrawer id={search.message} onClose={() => open({})} onOpenVisit={(visit) => open({ visit })} />
      <VisitDrawer id={search.visit} onClose={() => open({})} onOpen={(visit) => open({ visit })} />
    </Stack>
  );
}

/** Messages of the last seven days that were only stored, because their channel is not configured. */
function NotSent({ onShow }: { readonly onShow: (filters: MessagesSearch) => void }) {
  const t = useTranslate();
  const { timezone, demonstration } = useSuspenseQuery(siteQuery).data;
  const filters = { status: "kept", from: addDays(useSiteNow(timezone).slice(0, 10), -6) };
  // The demonstration only stores messages.
  const enabled = may(useCurrentUser(), "referenceData.read") && !demonstration;
  const { data } = useQuery({ ...messageListQuery({ ...filters, size: 1 }, useLanguage()), enabled });
  if (!data?.total) return null;
  return (
    <Alert color="orange" p="xs" role="status">
      <Anchor component="button" inherit onClick={() => onShow(filters)} type="button">
        {t("console.setUp.notSent", { count: data.total })}
      </Anchor>
    </Alert>
  );
}
