import "@mantine/spotlight/styles.css";
import { Loader, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { Spotlight } from "@mantine/spotlight";
import { IconSearch } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import type { CurrentUser } from "#contract/people/account.ts";
import { useTranslate } from "../../lib/language.ts";
import { may } from "../../lib/session.ts";
import { type PaletteAction, usePaletteActions } from "./use-palette-actions.ts";
import { palette, paletteStore, VisitResults } from "./visit-results.tsx";

interface Props {
  readonly user: CurrentUser;
  /** Opens the palette whenever it increases. */
  readonly openCount: number;
  readonly onHelp: () => void;
}

const debounceMs = 300;

/** Ctrl/Cmd+K: finds screens, actions and visits that the user may see. */
export function Palette({ user, openCount, onHelp }: Props) {
  const t = useTranslate();
  const [query, setQuery] = useState("");
  const [typed] = useDebouncedValue(query.trim(), debounceMs);
  const { screens, settings, actions } = usePaletteActions(user, onHelp);
  const text = query.trim().toLowerCase();
  const matches = ({ label, keywords = "" }: PaletteAction) =>
    `${label} ${keywords}`.toLowerCase().includes(text);
  const groups = [
    { label: t("console.palette.screens"), items: screens.filter(matches) },
    { label: t("console.palette.settings"), items: text.length >= 2 ? settings.filter(matches) : [] },
    { label: t("console.palette.actions"), items: actions.filter(matches) },
  ];
  const searchesVisits = may(user, "visits.search") && text.length >= 2;

  useEffect(() => {
    if (openCount > 0) palette.open();
  }, [openCount]);

  return (
    <Spotlight.Root
      attributes={{ content: { "aria-label": t("console.palette.title") } }}
      maxHeight="min(480px, 60dvh)"
      onQueryChange={setQuery}
      overlayProps={{ backgroundOpacity: 0.35 }}
      query={query}
      scrollable
      shortcut={null}
      store={paletteStore}
    >
      <Spotlight.Search
        aria-label={t("console.palette.label")}
        autoComplete="off"
        leftSection={
          searchesVisits && typed !== query.trim() ? (
            <Loader size={18} />
          ) : (
            <IconSearch aria-hidden size={20} />
          )
        }
        placeholder={t(may(user, "visits.search") ? "console.palette.hintVisits" : "console.palette.hint")}
      />
      <Spotlight.ActionsList>
        {searchesVisits && <VisitResults text={typed} />}
        {groups
          .filter(({ items }) => items.length > 0)
          .map(({ label, items }) => (
            <Spotlight.ActionsGroup key={label} label={label}>
              {items.map(({ id, label: name, icon: Icon, run }) => (
                <Spotlight.Action
                  key={id}
                  label={name}
                  leftSection={<Icon aria-hidden size={18} stroke={1.6} />}
                  onClick={run}
                />
              ))}
            </Spotlight.ActionsGroup>
          ))}
        {!searchesVisits && groups.every(({ items }) => items.length === 0) && (
          <Spotlight.Empty>
            <Text c="dimmed">{t("console.palette.none")}</Text>
          </Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
