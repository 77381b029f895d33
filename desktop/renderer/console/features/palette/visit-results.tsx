import { Group, Text } from "@mantine/core";
import { createSpotlight, Spotlight } from "@mantine/spotlight";
import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { fromInstant } from "#contract/dates.ts";
import { Period } from "../../components/date-time.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { failureText } from "../../lib/failures.ts";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { siteQuery } from "../../lib/site.ts";
import { visitSearchQuery } from "../visits/find-visits.ts";
import { useOpenVisit } from "../visits/use-open-visit.ts";
import styles from "./palette.module.css";

/** Matching visits, as in the quick search of the board. Opens a visit's drawer on this screen or on the list of visits. */
export function VisitResults({ text }: { readonly text: string }) {
  const t = useTranslate();
  const language = useLanguage();
  const open = useOpenVisit();
  const queryClient = useQueryClient();
  const { timezone } = useSuspenseQuery(siteQuery).data;
  const day = fromInstant(new Date(), timezone).slice(0, 10);
  const found = useQuery({
    ...visitSearchQuery(queryClient, text, day, language),
    enabled: text.length >= 2,
    staleTime: 5_000,
  });
  // Enter runs the first entry
  useEffect(() => {
    if (found.data) selectFirst();
  }, [found.data]);
  const note = found.isError
    ? failureText(found.error)
    : found.data?.length === 0
      ? t("console.search.none", { text })
      : "";
  return (
    <>
      <Text c="dimmed" px="sm" role="status" size="sm">
        {note}
      </Text>
      {found.data && found.data.length > 0 && (
        <Spotlight.ActionsGroup label={t("console.search.results")}>
          {found.data.map((row) => (
            <Spotlight.Action key={row.id} onClick={() => open(row.id)}>
              <Group gap="sm" justify="space-between" w="100%" wrap="nowrap">
                <span>
                  <Text component="span" fw={600}>
                    {row.name}
                  </Text>{" "}
                  <span className={styles.detail}>
                    {[row.company, row.hostUser.name].filter(Boolean).join(" → ")}
                  </span>
                  <span className={`${styles.period} tabular`}>
                    <Period end={row.endDate} start={row.startDate} /> ·{" "}
                    <span className="nowrap">{row.reserveNo}</span>
                  </span>
                </span>
                <StatusBadge code={row.statusCode} name={row.status.name} />
              </Group>
            </Spotlight.Action>
          ))}
        </Spotlight.ActionsGroup>
      )}
    </>
  );
}

export const [paletteStore, palette] = createSpotlight();

/** Selects the first entry; Spotlight only does so while the user types. */
function selectFirst(): void {
  const list = document.getElementById(paletteStore.getState().listId);
  list?.querySelector("[data-selected]")?.removeAttribute("data-selected");
  const first = list?.querySelector("[data-action]");
  first?.setAttribute("data-selected", "true");
  first?.scrollIntoView({ block: "nearest" });
  paletteStore.updateState((state) => ({ ...state, selected: 0 }));
}
