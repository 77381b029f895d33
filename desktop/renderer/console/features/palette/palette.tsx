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
  /** BoardCounts how often it was asked for; each time it opens. */
  readonly asked: number;
  readonly onHelp: () => void;
}

const debounceMs = 300;

/** Ctrl/Cmd+K: every screen, every action, every visit that this person may see, from wherever they are. */
export function Palette({ user, asked, onHelp }: Props) {
  const t = useTranslate();
  const [query, setQuery] = useState("");
  const [typed] = useDebouncedValue(query.trim(), debounceMs);
  const { screens, actions } = usePaletteActions(user, onHelp);
  const words = query.trim().toLowerCase();
  const fits = ({ label, more = "" }: PaletteAction) => `${label} ${more}`.toLowerCase().includes(words);
  const groups = [
    { label: t("console.palette.screens"), items: screens.filter(fits) },
    { label: t("console.palette.actions"), items: actions.filter(fits) },
  ];
  const searches = may(user, "visits.search") && words.length >= 2;

  useEffect(() => {
    if (asked > 0) palette.open();
  }, [asked]);

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
          searches && typed !== query.trim() ? <Loader size={18} /> : <IconSearch aria-hidden size={20} />
        }
        placeholder={t(may(user, "visits.search") ? "console.palette.hintVisits" : "console.palette.hint")}
      />
      <Spotlight.ActionsList>
        {searches && <VisitResults text={typed} />}
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
        {!searches && groups.every(({ items }) => items.length === 0) && (
          <Spotlight.Empty>
            <Text c="dimmed">{t("console.palette.none")}</Text>
          </Spotlight.Empty>
        )}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
