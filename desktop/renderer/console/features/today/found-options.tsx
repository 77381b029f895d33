import { Combobox, type ComboboxStore, Text } from "@mantine/core";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { Period } from "../../components/date-time.tsx";
import { At } from "../../components/popup.tsx";
import { StatusBadge } from "../../components/status-badge.tsx";
import { useTranslate } from "../../lib/language.ts";
import styles from "./today.module.css";

interface Props {
  /** Of the search box, which is the list's target. */
  readonly combobox: ComboboxStore;
  readonly isHidden: boolean;
  readonly rows: readonly VisitAnswer[];
  /** What was searched for. */
  readonly typed: string;
  readonly onChoose: (visitId: number) => void;
}

/** What was found, below the search box. */
export function FoundOptions({ combobox, isHidden, rows, typed, onChoose }: Props) {
  const t = useTranslate();
  return (
    <Combobox
      keepMounted={false}
      onOptionSubmit={(value) => onChoose(Number(value))}
      store={combobox}
      width="target"
      withinPortal={false}
    >
      <Combobox.DropdownTarget>
        <At target={combobox.targetRef} />
      </Combobox.DropdownTarget>
      <Combobox.Dropdown hidden={isHidden}>
        <Combobox.Options aria-label={t("console.search.results")}>
          {rows.map((row) => (
            <Combobox.Option key={row.id} value={String(row.id)}>
              <div className={styles.option}>
                <span>
                  <Text component="span" fw={600}>
                    {row.name}
                  </Text>{" "}
                  <Text c="dimmed" component="span" size="sm">
                    {[row.company, row.hostUser.name].filter(Boolean).join(" → ")}
                  </Text>
                  <Text c="dimmed" className="tabular" size="xs">
                    <Period end={row.endDate} start={row.startDate} /> ·{" "}
                    <span className="nowrap">{row.reserveNo}</span>
                  </Text>
                </span>
                <StatusBadge code={row.statusCode} name={row.status.name} />
              </div>
            </Combobox.Option>
          ))}
          {rows.length === 0 && <Combobox.Empty>{t("console.search.none", { text: typed })}</Combobox.Empty>}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
