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
  /** Set by an administrator's policy. */
  readonly isPaperFixed: boolean;
  /** Called with valid setups only. */
  readonly onChange: (setup: BadgeSetup) => void;
}

const problemText = (problem: SetupProblem | undefined, t: Translate): string | undefined =>
  problem && t(`console.badge.problem.${problem.code}`, { ...problem });

/** Changing the paper resets orientation and margins, but keeps custom sizes. */
const withPaper = ({ width, height, perSheet }: BadgeSetup, paper: BadgePaper): BadgeSetup => ({
  ...defaultSetup(paper),
  width,
  height,
  perSheet,
});

/** Size, orientation and margins of the paper. Invalid values show an error and are not saved. */
export function PaperFields({ setup, isPaperFixed, onChange }: Props) {
  const t = useTranslate();
  const [invalid, setInvalid] = useState<BadgeSetup>();
  const draft = invalid ?? setup;
  const problems = checkSetup(draft);
  const hint = desktopApp ? "console.badge.paperHint" : "console.badge.browserHint";
  const change = (next: BadgeSetup) => {
    const isValid = Object.keys(checkSetup(next)).length === 0;
    setInvalid(isValid ? undefined : next);
    if (isValid) onChange(next);
  };
  const numberField = (
    field: SetupField,
    value: number,
    label: string,
    update: (value: number) => BadgeSetup,
  ) => (
    <NumberInput
      decimalScale={1}
      error={problemText(problems[field], t)}
      hideControls
      key={field}
      label={label}
      onChange={(next) => change(update(next === "" ? Number.NaN : Number(next)))}
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
            numberField(side, draft[side], t(`console.badge.${side}`), (value) => ({
              ...draft,
              [side]: value,
            })),
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
                numberField(
                  `margins.${side}`,
                  draft.margins[side],
                  t(`console.badge.side.${side}`),
                  (value) => ({
                    ...draft,
                    margins: { ...draft.margins, [side]: value },
                  }),
                ),
              )}
            </SimpleGrid>
          </Fieldset>
        </>
      )}
    </Stack>
  );
}
