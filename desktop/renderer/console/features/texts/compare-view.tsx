import { NativeSelect, Skeleton, Stack, Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { languageNames, languages } from "#browser/language.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { useTranslate } from "../../lib/language.ts";
import { Comparison } from "./comparison.tsx";
import type { CompareSearch } from "./search.ts";
import styles from "./texts.module.css";

interface ComparedText {
  readonly name: string;
  readonly ko: string;
  readonly en: string;
}

interface CompareViewProps {
  /** Link back to the list. */
  readonly back: ReactNode;
  readonly title: string;
  /** Texts to choose from, newest first; undefined while loading. */
  readonly texts: readonly { readonly id: number; readonly name: string }[] | undefined;
  readonly chosen: CompareSearch;
  readonly onSearch: (search: CompareSearch) => void;
  readonly before: ComparedText | undefined;
  readonly after: ComparedText | undefined;
  readonly isHtml: boolean;
  /** Error state of the queries. */
  readonly failure: ReactNode;
  readonly isReading: boolean;
}

/** Compares two texts word by word, in both languages. */
export function CompareView(props: CompareViewProps) {
  const { back, title, texts, chosen, onSearch, before, after, isHtml, failure, isReading } = props;
  const t = useTranslate();
  return (
    <Stack gap="md">
      <title>{t("console.compare.page")}</title>
      {back}
      <div>
        <Title order={1} size="h3">
          {t("console.compare.title", { title })}
        </Title>
        <Text c="dimmed" size="sm">
          {t("console.compare.hint")}
        </Text>
      </div>
      {texts && <CompareSelects onSearch={onSearch} search={chosen} texts={texts} />}
      {failure}
      {before && after
        ? languages.map((language) => (
            <Comparison
              after={after[language]}
              afterName={after.name}
              before={before[language]}
              beforeName={before.name}
              isHtml={isHtml}
              key={language}
              title={languageNames[language]}
            />
          ))
        : !failure && <Placeholder isReading={isReading} />}
    </Stack>
  );
}

function Placeholder({ isReading }: Pick<CompareViewProps, "isReading">) {
  const t = useTranslate();
  if (isReading) return <Skeleton height={320} radius="md" />;
  return <EmptyState title={t("console.compare.none")}>{t("console.compare.noneText")}</EmptyState>;
}

interface CompareSelectsProps {
  /** Newest first. */
  readonly texts: readonly { readonly id: number; readonly name: string }[];
  readonly search: CompareSearch;
  readonly onSearch: (search: CompareSearch) => void;
}

function CompareSelects({ texts, search, onSearch }: CompareSelectsProps) {
  const t = useTranslate();
  const select = (side: "before" | "after") => (
    <NativeSelect
      data={texts.map(({ id, name }) => ({ value: String(id), label: name }))}
      label={t(`console.compare.${side}`)}
      onChange={(event) => onSearch({ ...search, [side]: Number(event.currentTarget.value) })}
      value={String(search[side] ?? "")}
    />
  );
  return (
    <div className={styles.versions}>
      {select("before")}
      {select("after")}
    </div>
  );
}
