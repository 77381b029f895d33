import { Checkbox, Fieldset, Kbd, Stack, Text, TextInput } from "@mantine/core";
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from "react";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { OnlineButton } from "../../../components/buttons.tsx";
import { useTranslate } from "../../../lib/language.ts";
import { isReserveNo } from "../../scans/recognise.ts";
import { useScanner } from "../../scans/use-scanner.ts";
import { DeskConsent } from "../desk-consent.tsx";
import styles from "../visits.module.css";
import { ConsentGap } from "./consent-gap.tsx";
import { EarlyReason, PassFields } from "./issue-fields.tsx";
import { rowOf, usePartyIssue } from "./use-party-issue.ts";

interface Props {
  /** A leader's visit and the companions', or some that were chosen from a list. */
  readonly group: readonly VisitAnswer[];
  /** They were chosen before: the passes come next. */
  readonly areChosen?: boolean;
  readonly takesFocus: boolean;
  readonly onDone: () => void;
}

/**
 * Issues passes to those of a group who have come. Each is chosen, each scan goes to the next of them who has no pass,
 * and only the button, or Ctrl and Enter, sends it.
 */
export function PartyForm({ group, areChosen = false, takesFocus, onDone }: Props) {
  const t = useTranslate();
  const members = group.filter(({ actions }) => actions.includes("issue"));
  const party = usePartyIssue({ group, members, areChosen, onDone });
  const { form, rows, chosen, next, early, isWhole, wholeCount } = party;
  const [scanned, setScanned] = useState("");
  const [problem, setProblem] = useState<string>();
  const scanField = useRef<HTMLInputElement>(null);
  const give = (passNo: string) => {
    setProblem(party.give(passNo));
    setScanned("");
    scanField.current?.focus();
  };
  useScanner((code) => {
    if (isReserveNo(code)) return false;
    const [, row] = /^members\.(v\d+)\.carPassNo$/.exec(pathOfFocus()) ?? [];
    if (row) {
      form.setFieldValue(`members.${row}.carPassNo`, code);
      scanField.current?.focus();
    } else give(code);
    return true;
  });
  useEffect(() => {
    if (areChosen) scanField.current?.focus();
  }, [areChosen]);
  /** Whoever chooses with the mouse has the scanner in the other hand; a touch would bring up the keyboard. */
  const scanNext = ({ nativeEvent }: MouseEvent) => {
    if (nativeEvent instanceof PointerEvent && nativeEvent.pointerType === "mouse")
      scanField.current?.focus();
  };
  /** Ctrl and Enter sends it; Enter alone, which ends every scan, moves on. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      party.submit();
    } else if (event.target instanceof HTMLInputElement) {
      event.preventDefault();
      if (event.target === scanField.current && scanned.trim()) give(scanned.trim());
      else scanField.current?.focus();
    }
  };

  return (
    <Fieldset legend={t("console.issue.legend")} onKeyDown={onKeyDown}>
      <Stack gap="sm">
        {wholeCount > 1 && (
          <Checkbox
            checked={isWhole}
            indeterminate={chosen.length > 0 && !isWhole}
            label={t(areChosen ? "console.issue.all" : "console.issue.whole", { count: wholeCount })}
            onChange={party.chooseAll}
            onClick={scanNext}
            {...(takesFocus && !areChosen && { "data-autofocus": true, ref: focusOnce })}
          />
        )}
        {members.map((visit) => {
          const row = rows[rowOf(visit)];
          const path = `members.${rowOf(visit)}.`;
          return (
            <Stack gap={6} key={visit.id}>
              <Checkbox
                label={[visit.name, visit.company, visit.consentRequired && t("console.issue.unagreed")]
                  .filter(Boolean)
                  .join(" · ")}
                {...form.getInputProps(`${path}isChosen`, { type: "checkbox" })}
                checked={row?.isChosen ?? false}
                onClick={scanNext}
              />
              <DeskConsent isNamed visit={visit} />
              {row?.isChosen && (
                <Fieldset aria-label={visit.name} ml="lg" variant="unstyled">
                  <PassFields form={form} path={path} values={row} visit={visit} />
                </Fieldset>
              )}
            </Stack>
          );
        })}
        <TextInput
          autoComplete="off"
          description={
            next ? t("console.issue.next", { name: next.visit.name }) : t("console.issue.scanHint")
          }
          error={problem}
          label={t("console.issue.scan")}
          onChange={(event) => setScanned(event.currentTarget.value)}
          data-autofocus={areChosen || undefined}
          ref={scanField}
          value={scanned}
        />
        {early[0] && <EarlyReason form={form} visit={early[0]} />}
        <TextInput
          autoComplete="off"
          description={t("console.issue.guideHint")}
          label={t("console.visit.guide")}
          {...form.getInputProps("guide")}
        />
        <ConsentGap form={form} visits={chosen.map(({ visit }) => visit)} />
        <OnlineButton
          disabled={chosen.length === 0}
          loading={party.isPending}
          onClick={party.submit}
          type="button"
        >
          {t("console.issue.submitParty", { count: chosen.length })}
        </OnlineButton>
        <Text c="dimmed" className={styles.keys} size="xs">
          <Kbd>Ctrl</Kbd> + <Kbd>Enter</Kbd>
        </Text>
      </Stack>
    </Fieldset>
  );
}

/** The field that the scanner was pointed at. */
const pathOfFocus = () => document.activeElement?.getAttribute("data-path") ?? "";

const focusOnce = (field: HTMLInputElement | null) => field?.focus();
