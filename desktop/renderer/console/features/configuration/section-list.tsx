import { Select } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { ListLink } from "../../components/links.tsx";
import { useTranslate } from "../../lib/language.ts";
import styles from "./configuration.module.css";
import { configurationSections, showConfiguration } from "./settings.ts";

/** The sections of 환경설정, and a search for a setting. */
export function SectionList() {
  const t = useTranslate();
  const navigate = useNavigate();
  const go = (at: string) => {
    showConfiguration(at);
    void navigate({ to: "/configuration", search: { at }, replace: true, resetScroll: false });
  };
  return (
    <nav aria-label={t("console.configuration.sections")} className={styles.sectionList}>
      <Select
        data={configurationSections
          .filter(({ settings }) => settings.length > 0)
          .map(({ title, settings }) => ({
            group: t(title),
            items: settings.map(([value, label]) => ({ value, label: t(label) })),
          }))}
        label={t("console.configuration.search")}
        leftSection={<IconSearch aria-hidden size={16} />}
        nothingFoundMessage={t("console.choices.none")}
        onChange={(at) => at && go(at)}
        searchable
        value={null}
      />
      <div className={styles.sectionLinks}>
        {configurationSections.map(({ id, title }) => (
          <ListLink
            active={false}
            key={id}
            label={t(title)}
            onClick={() => showConfiguration(id)}
            replace
            resetScroll={false}
            search={{ at: id }}
            to="/configuration"
            w="auto"
          />
        ))}
      </div>
    </nav>
  );
}
