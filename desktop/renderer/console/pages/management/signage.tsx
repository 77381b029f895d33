import { Button, Group, Skeleton, Stack, Title } from "@mantine/core";
import { IconExternalLink, IconPlus } from "@tabler/icons-react";
import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useSiteNow } from "#browser/use-site-now.ts";
import { EmptyState, ErrorState } from "../../components/empty-state.tsx";
import { FileDrop } from "../../components/file-drop.tsx";
import { Section } from "../../components/section.tsx";
import { AddText } from "../../features/signage/add-text.tsx";
import { ItemDrawer } from "../../features/signage/item-drawer.tsx";
import { ItemList } from "../../features/signage/item-list.tsx";
import { signageQuery } from "../../features/signage/queries.ts";
import type { SignageSearch } from "../../features/signage/search.ts";
import styles from "../../features/signage/signage.module.css";
import { SignagePreview } from "../../features/signage/signage-preview.tsx";
import { UploadList } from "../../features/signage/upload-list.tsx";
import { addUploads } from "../../features/signage/uploads.ts";
import { formatBytes } from "../../lib/format.ts";
import { useTranslate } from "../../lib/language.ts";
import { siteQuery } from "../../lib/site.ts";

const route = getRouteApi("/shell/signage");

const acceptedTypes = {
  "image/png": [".png"],
  "image/jpeg": [".jpg", ".jpeg"],
  "image/webp": [".webp"],
  "video/mp4": [".mp4"],
  "video/webm": [".webm"],
};

/** 사이니지: playlist and schedule of the lobby's screens. */
export function SignagePage() {
  const t = useTranslate();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { timezone } = useSuspenseQuery(siteQuery).data;
  const now = useSiteNow(timezone);
  const list = useQuery(signageQuery);
  const go = (next: SignageSearch) => void navigate({ search: next });
  const open = (item: number) => go({ item });
  const close = () => go({});
  const { items = [], flowTexts = [] } = list.data ?? {};

  return (
    <Stack gap="md">
      <title>{t("console.signage.page")}</title>
      <Group justify="space-between">
        <Title order={1} size="h3">
          {t("console.nav.signage")}
        </Title>
        <Group gap="xs">
          <Button
            component="a"
            href="/did"
            leftSection={<IconExternalLink aria-hidden size={16} />}
            rel="noreferrer"
            target="_blank"
            variant="default"
          >
            {t("console.signage.openLobby")}
          </Button>
          <Button
            leftSection={<IconPlus aria-hidden size={16} />}
            onClick={() => go({ add: "flow-text" })}
            variant="default"
          >
            {t("console.signage.addFlow")}
          </Button>
          <Button leftSection={<IconPlus aria-hidden size={16} />} onClick={() => go({ add: "text" })}>
            {t("console.signage.addText")}
          </Button>
        </Group>
      </Group>
      {list.isPending && <Skeleton height={480} />}
      {list.isError && !list.data && <ErrorState onRetry={() => void list.refetch()} error={list.error} />}
      {list.data && (
        <div className={styles.columns}>
          <Stack gap="md" miw={0}>
            <Section title={t("console.signage.upload")}>
              <FileDrop
                accept={acceptedTypes}
                hint={t("console.signage.dropHint", {
                  image: formatBytes(list.data.mostBytes.image),
                  video: formatBytes(list.data.mostBytes.video),
                })}
                label={t("console.signage.drop")}
                maxSize={Math.max(list.data.mostBytes.image, list.data.mostBytes.video)}
                multiple
                onFiles={(files) => addUploads(files, list.data.mostBytes)}
              />
              <UploadList />
            </Section>
            <ItemList
              empty={
                <EmptyState title={t("console.signage.none")}>{t("console.signage.noneText")}</EmptyState>
              }
              hint={t("console.signage.itemsHint")}
              items={items}
              now={now}
              onOpen={open}
              title={t("console.signage.items")}
            />
            <ItemList
              empty={<EmptyState title={t("console.signage.flowNone")} />}
              hint={t("console.signage.flowsHint")}
              items={flowTexts}
              now={now}
              onOpen={open}
              title={t("console.signage.flows")}
            />
          </Stack>
          <div className={styles.preview}>
            <SignagePreview flowTexts={flowTexts} items={items} now={now} />
          </div>
        </div>
      )}
      <ItemDrawer
        isOpen={search.item !== undefined && !list.isPending}
        item={[...items, ...flowTexts].find(({ id }) => id === search.item)}
        now={now}
        onClose={close}
      />
      <AddText onClose={close} type={search.add} />
    </Stack>
  );
}
