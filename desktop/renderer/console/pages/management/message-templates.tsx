import { Group, SimpleGrid, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { ErrorState } from "../../components/empty-state.tsx";
import { ButtonLink } from "../../components/links.tsx";
import { SideDrawer } from "../../components/side-drawer.tsx";
import { templatesQuery } from "../../features/messages/queries.ts";
import { TemplateCard, TemplateForm } from "../../features/messages/templates.tsx";
import { useTranslate } from "../../lib/language.ts";

const route = getRouteApi("/shell/messages/templates");

/** 자동 메시지: templates of automatic messages, edited and switched by administrators. */
export function MessageTemplatesPage() {
  const t = useTranslate();
  const { event } = route.useSearch();
  const navigate = route.useNavigate();
  const templates = useQuery(templatesQuery);
  const open = (next?: typeof event) => void navigate({ search: { event: next } });
  const shown = templates.data?.find((template) => template.event === event);
  return (
    <Stack gap="md">
      <title>{t("console.wording.page")}</title>
      <Group justify="space-between">
        <div>
          <Title order={1} size="h3">
            {t("console.wording.title")}
          </Title>
          <Text c="dimmed" size="sm">
            {t("console.wording.lead")}
          </Text>
        </div>
        <ButtonLink to="/messages" variant="default">
          {t("console.nav.sent")}
        </ButtonLink>
      </Group>
      {templates.isPending && <Skeleton height={320} radius="lg" />}
      {templates.isError && !templates.data && (
        <ErrorState onRetry={() => void templates.refetch()} error={templates.error} />
      )}
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        {templates.data?.map((template) => (
          <TemplateCard key={template.event} onOpen={() => open(template.event)} template={template} />
        ))}
      </SimpleGrid>
      <SideDrawer isOpen={shown !== undefined} onClose={() => open()} title={t("console.wording.title")}>
        {shown && <TemplateForm key={shown.event} onDone={() => open()} template={shown} />}
      </SideDrawer>
    </Stack>
  );
}
