import { Fieldset, NumberInput, SegmentedControl, Select, SimpleGrid, Stack, Text } from "@mantine/core";
import { useState } from "react";
import {
  checkSetup,
  defaultSetup,
  isRoll,
  isSheet,
  marginSides,
  type SetupField,
  type SetupProblem,
} from "../../../../badge-papers.ts";
import { type BadgePaper, type BadgeSetup, badgePapers } from "../../../../ipc.ts";
import { desktopApp } from "../../../shared/desktop-app.ts";
import { type Translate, useTranslate } from "../../lib/language.ts";

interface Props {
  readonly setup: BadgeSetup;
  /** IT laid it down. */
  readonly isPaperFixed: boolean;
  /** Only with what can be printed on. */
  readonly onChange: (setup: BadgeSetup) => void;
}

const problemText = (problem: SetupProblem | undefined, t: Translate): string | undefined =>
  problem && t(`console.badge.problem.${problem.code}`, { ...problem });

/** Another paper comes with its own way up and margins; own measures stay. */
const withPaper = ({ width, height, perSheet }: BadgeSetup, paper: BadgePaper): BadgeSetup => ({
  ...defaultSetup(paper),
  width,
  height,
  perSheet,
});

/** Size, orientation and margins of the paper. What is wrong is said at its field, and not kept. */
export function PaperFields({ setup, isPaperFixed, onChange }: Props) {
  const t = useTranslate();
  const [wrong, setWrong] = useState<BadgeSetup>();
  const draft = wrong ?? setup;
  const problems = checkSetup(draft);
  const hint = desktopApp ? "console.badge.paperHint" : "console.badge.browserHint";
  const change = (next: BadgeSetup) => {
    const isRight = Object.keys(checkSetup(next)).length === 0;
    setWrong(isRight ? undefined : next);
    if (isRight) onChange(next);
  };
  const number = (field: SetupField, value: number, label: string, put: (value: number) => BadgeSetup) => (
    <NumberInput
      decimalScale={1}
      error={problemText(problems[field], t)}
      hideControls
      key={field}
      label={label}
      onChange={(next) => change(put(next === "" ? Number.NaN : Number(next)))}
      suffix=" mm"
      value={Number.isNaN(value) ? "" : value}
    />
  );
  return (
    <Stack gap="sm">
      <Select
        allowDeselect={false}
        comboboxProps={{ withinPortal: false }}
        data={badgePapers.map((value) => ({ value, label: t(`console.badge.papers.${value}`) }))}
        description={t(isPaperFixed ? "console.printer.fixed" : hint)}
        disabled={isPaperFixed}
        label={t("console.badge.paper")}
        maxDropdownHeight={320}
        onChange={(paper) => paper && change(withPaper(draft, paper))}
        value={draft.paper}
      />
      {isRoll(draft) && (
        <Text c="dimmed" size="xs">
          {t("console.badge.rollHint")}
        </Text>
      )}
      {draft.paper === "custom" && (
        <SimpleGrid cols={2} spacing="sm">
          {(["width", "height"] as const).map((side) =>
            number(side, draft[side], t(`console.badge.${side}`), (value) => ({ ...draft, [side]: value })),
          )}
        </SimpleGrid>
      )}
      {isSheet(draft) ? (
        <Select
          allowDeselect={false}
          comboboxProps={{ withinPortal: false }}
          data={(["4", "10"] as const).map((value) => ({
            value,
            label: t(`console.badge.perSheet${value}`),
          }))}
          label={t("console.badge.perSheet")}
          onChange={(value) => change({ ...draft, perSheet: value === "10" ? 10 : 4 })}
          value={String(draft.perSheet)}
        />
      ) : (
        <>
          <div>
            <Text component="span" fw={500} size="sm">
              {t("console.badge.orientation")}
            </Text>
            <SegmentedControl
              aria-label={t("console.badge.orientation")}
              data={(["portrait", "landscape"] as const).map((value) => ({
                value,
                label: t(`console.badge.${value}`),
              }))}
              fullWidth
              onChange={(value) => change({ ...draft, orientation: value })}
              value={draft.orientation}
            />
          </div>
          <Fieldset legend={t("console.badge.margins")}>
            <SimpleGrid cols={2} spacing="sm">
              {marginSides.map((side) =>
                number(`margins.${side}`, draft.margins[side], t(`console.badge.side.${side}`), (value) => ({
                  ...draft,
                  margins: { ...draft.margins, [side]: value },
                })),
              )}
            </SimpleGrid>
          </Fieldset>
        </>
      )}
    </Stack>
  );
}
