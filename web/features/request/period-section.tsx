import { useQuery } from "@tanstack/react-query";
import { isWallTime } from "#contract/dates.ts";
import { ChoiceField } from "../../components/form/choice-field.tsx";
import { SiteZone } from "../../components/layout/site-zone.tsx";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { codesQuery } from "../../lib/queries.ts";
import { setValues, useDraft } from "../../stores/draft.ts";
import { clearErrors } from "../../stores/form-view.ts";
import { DateTimeField } from "./date-time-field.tsx";
import { DurationHint } from "./duration-hint.tsx";
import styles from "./request.module.css";
import { Section } from "./section.tsx";
import { useErrorText } from "./use-error-text.ts";
import { usePeriod } from "./use-period.ts";

/** Purpose and period. */
export function PeriodSection() {
  const t = useTranslate();
  const language = useLanguage();
  const { purpose, startDate, endDate } = useDraft((draft) => draft.values);
  const period = usePeriod();
  const errorOf = useErrorText();
  const purposes = useQuery(codesQuery("9003", language));

  // Validated immediately after a selection, but not for defaults.
  const isTouched = startDate !== undefined || endDate !== undefined;
  const isReadable = isWallTime(period.start) && isWallTime(period.end);
  const endError =
    isTouched && isReadable && period.end <= period.start ? t("error.endAfterStart") : undefined;

  return (
    <Section title={t("visitor.request.when")}>
      <ChoiceField
        error={errorOf("purpose")}
        items={purposes}
        label={t("visitor.request.purpose")}
        onChange={(id) => {
          clearErrors("purpose");
          setValues({ purpose: id });
        }}
        value={purpose}
      />
      <div className={styles.dateTimes}>
        <DateTimeField
          earliest={period.earliest}
          error={errorOf("startDate")}
          label={t("visitor.request.start")}
          max={undefined}
          min={period.startMin}
          onChange={(value) => {
            clearErrors("startDate", "endDate");
            setValues({ startDate: value });
          }}
          value={period.start}
        />
        <DateTimeField
          earliest={period.earliestEnd}
          error={errorOf("endDate") ?? endError}
          isEnd
          label={t("visitor.request.end")}
          max={period.endMax}
          min={period.endMin}
          onChange={(value) => {
            clearErrors("endDate");
            setValues({ endDate: value });
          }}
          value={period.end}
        />
      </div>
      <DurationHint period={period} />
      <SiteZone />
    </Section>
  );
}
