import { Button, CloseButton, Text } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { useTranslate } from "../../lib/language.ts";
import { useChangePreferences, usePreferences } from "../../lib/preferences.ts";
import { type BoardAction, nextAction } from "./board-tabs.ts";
import styles from "./today.module.css";

interface Props {
  readonly chosen: readonly VisitAnswer[];
  readonly onBulkAction: (action: BoardAction) => void;
  readonly onClear: () => void;
}

/** Bulk actions of the selected visits; without a selection, the toggle of the arrivals chart. */
export function BoardTools({ chosen, onBulkAction, onClear }: Props) {
  const t = useTranslate();
  const { arrivalsShown } = usePreferences();
  const change = useChangePreferences();
  if (chosen.length === 0)
    return (
      <Button
        aria-expanded={arrivalsShown}
        className={styles.arrivalsToggle}
        color="gray"
        onClick={() => change.mutate({ arrivalsShown: !arrivalsShown })}
        rightSection={<IconChevronDown aria-hidden size={14} />}
        size="compact-sm"
        variant="subtle"
      >
        {t("console.today.arrivals")}
      </Button>
    );
  return (
    <div className={styles.selection}>
      <Text role="status" size="sm">
        {t("console.today.chosen", { count: chosen.length })}
      </Text>
      {(["issue", "recovery"] as const).map((action) => {
        const count = chosen.filter((row) => nextAction(row) === action).length;
        return (
          count > 0 && (
            <Button key={action} onClick={() => onBulkAction(action)} size="compact-sm">
              {t(`console.today.${action}Count`, { count })}
            </Button>
          )
        );
      })}
      <CloseButton aria-label={t("console.table.unchoose")} onClick={onClear} size="sm" />
    </div>
  );
}
