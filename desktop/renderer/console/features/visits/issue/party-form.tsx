import { Checkbox, Fieldset, Kbd, Stack, Text, TextInput } from "@mantine/core";
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from "react";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { OnlineButton } from "../../../components/buttons.tsx";
import { focusOnMount } from "../../../lib/focus-on-mount.ts";
import { useTranslate } from "../../../lib/language.ts";
import { isReserveNo } from "../../scans/scan-detection.ts";
import { useScanner } from "../../scans/use-scanner.ts";
import { DeskConsent } from "../desk-consent.tsx";
import styles from "../visits.module.css";
import { EarlyReason, PassFields } from "./issue-fields.tsx";
import { MissingConsent } from "./missing-consent.tsx";
import { memberKey, usePartyIssue } from "./use-party-issue.ts";

interface Props {
  /** The leader's visit and the companions', or visits selected from a list. */
  readonly group: readonly VisitAnswer[];
  /** The visits were selected from a list, so the form starts with the passes. */
  readonly areChosen?: boolean;
  readonly takesFocus: boolean;
  readonly onDone: () => void;
}

/**
 * Issues passes to the selected members of a group. Each scan is assigned to the next member without a pass; only the
 * button or Ctrl+Enter submits.
 */
export function PartyForm({ group, areChosen = false, takesFocus, onDone }: Props) {
  const t = useTranslate();
  const members = group.filter(({ actions }) => actions.includes("issue"));
  const party = usePartyIssue({ group, members, areChosen, onDone });
  const { form, rows, chosen, next, early, areAllChosen, selectableCount } = party;
  const [scanned, setScanned] = useState("");
  const [problem, setProblem] = useState<string>();
  const scanField = useRef<HTMLInputElement>(null);
  const assign = (passNo: string) => {
    setProblem(party.assignPass(passNo));
    setScanned("");
    scanField.current?.focus();
  };
  useScanner((code) => {
    if (isReserveNo(code)) return false;
    const [, row] = /^members\.(v\d+)\.carPassNo$/.exec(focusedPath()) ?? [];
    if (row) {
      form.setFieldValue(`members.${row}.carPassNo`, code);
      scanField.current?.focus();
    } else assign(code);
    return true;
  });
  useEffect(() => {
    if (areChosen) scanField.current?.focus();
  }, [areChosen]);
  /** After a mouse click the desk scans next; after a touch, focusing would open the on-screen keyboard. */
  const focusScanField = ({ nativeEvent }: MouseEvent) => {
    if (nativeEvent instanceof PointerEvent && nativeEvent.pointerType === "mouse")
      scanField.current?.focus();
  };
  /** Ctrl+Enter submits; Enter, which ends every scan, moves on. */
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || event.nativeEvent.isComposing) return;
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      party.submit();
    } else if (event.target instanceof HTMLInputElement) {
      event.preventDefault();
      if (event.target === scanField.current && scanned.trim()) assign(scanned.trim());
      else scanField.current?.focus();
    }
  };

  return (
    <Fieldset legend={t("console.issue.legend")} onKeyDown={onKeyDown}>
      <Stack gap="sm">
        {selectableCount > 1 && (
          <Checkbox
            checked={areAllChosen}
            indeterminate={chosen.length > 0 && !areAllChosen}
            label={t(areChosen ? "console.issue.all" : "console.issue.whole", { count: selectableCount })}
            onChange={party.chooseAll}
            onClick={focusScanField}
            {...(takesFocus && !areChosen && { "data-autofocus": true, ref: focusOnMount })}
          />
        )}
        {members.map((visit) => {
          const row = rows[memberKey(visit)];
          const path = `members.${memberKey(visit)}.`;
          return (
            <Stack gap={6} key={visit.id}>
              <Checkbox
                label={[visit.name, visit.company, visit.consentRequired && t("console.issue.unagreed")]
                  .filter(Boolean)
                  .join(" · ")}
                {...form.getInputProps(`${path}isChosen`, { type: "checkbox" })}
                checked={row?.isChosen ?? false}
                onClick={focusScanField}
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
        <MissingConsent form={form} visits={chosen.map(({ visit }) => visit)} />
        <OnlineButton
          disabled={chosen.length === 0}
          loading={party.isPending}
          onClick={party.submit}
          type="button"
        >
          {t("console.issue.submitParty", { count: chosen.length })}
        </OnlineButton>
        <Text c="dimmed" className={styles.keyboardHint} size="xs">
          <Kbd>Ctrl</Kbd> + <Kbd>Enter</Kbd>
        </Text>
      </Stack>
    </Fieldset>
  );
}

const focusedPath = () => document.activeElement?.getAttribute("data-path") ?? "";
