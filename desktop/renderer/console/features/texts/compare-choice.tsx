import { NativeSelect } from "@mantine/core";
import { useTranslate } from "../../lib/language.ts";
import styles from "./texts.module.css";
import type { CompareSearch } from "./texts-search.ts";

interface Props {
  /** All that can be compared, the newest first. */
  readonly texts: readonly { readonly id: number; readonly name: string }[];
  readonly search: CompareSearch;
  readonly onSearch: (search: CompareSearch) => void;
}

/** Which two are compared. */
export function CompareChoice({ texts, search, onSearch }: Props) {
  const t = useTranslate();
  const choice = (side: "before" | "after") => (
    <NativeSelect
      data={texts.map(({ id, name }) => ({ value: String(id), label: name }))}
      label={t(`console.compare.${side}`)}
      onChange={(event) => onSearch({ ...search, [side]: Number(event.currentTarget.value) })}
      value={String(search[side] ?? "")}
    />
  );
  return (
    <div className={styles.choice}>
      {choice("before")}
      {choice("after")}
    </div>
  );
}
