import { Button, Progress, SegmentedControl, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { toast } from "react-toastify/unstyled";
import { Form, FormFoot } from "../../components/form.tsx";
import { SideDrawer } from "../../components/side-drawer.tsx";
import { CallError, call } from "../../lib/api.ts";
import { warn } from "../../lib/failures.ts";
import { checkBody, useDraftForm } from "../../lib/forms/use-form.ts";
import { useUnsaved } from "../../lib/forms/use-save-form.ts";
import { useTranslate } from "../../lib/language.ts";
import { useScanner } from "../scans/use-scanner.ts";
import { useBulkAction } from "./bulk-actions.tsx";
import { maxInRange, type NumberRange, numberRange } from "./number-range.ts";
import { callsOf } from "./queries.ts";

interface Props {
  readonly isVehicle: boolean;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Begins with a run of numbers. */
  readonly isRun?: boolean;
}

/** New passes: one, or a run of numbers. */
export function AddPasses({ isOpen, onClose, ...rest }: Props) {
  const t = useTranslate();
  return (
    <SideDrawer isOpen={isOpen} onClose={onClose} title={t("console.passes.addTitle")}>
      {isOpen && <AddForm {...rest} onClose={onClose} />}
    </SideDrawer>
  );
}

function AddForm({ isVehicle, onClose, isRun: startsAsRun = false }: Omit<Props, "isOpen">) {
  const t = useTranslate();
  const { add } = callsOf(isVehicle);
  const key = isVehicle ? "vehicle-pass-add" : "pass-add";
  const form = useDraftForm(key, { isRun: startsAsRun, passNo: "", last: "", kind: "" });
  const unsaved = useUnsaved(key, form);
  const { run, progress, stop } = useBulkAction<string>();
  const [skipped, setSkipped] = useState<readonly string[]>([]);
  const { isRun, passNo, last, kind } = form.values;
  const wanted: NumberRange = isRun ? numberRange(passNo, last) : { numbers: [passNo] };
  // new passes are scanned in: the number goes where it belongs, and nothing is sent by it
  useScanner((code) => {
    form.setFieldValue(isRun && passNo.trim() !== "" ? "last" : "passNo", code);
    return true;
  });
  const isFilled = passNo.trim() !== "" && last.trim() !== "";

  const submit = async () => {
    setSkipped([]);
    if ("error" in wanted) {
      form.show(
        isFilled
          ? { last: t(`console.passes.${wanted.error}`, { most: maxInRange }) }
          : {
              ...(passNo.trim() === "" && { passNo: t("error.required") }),
              ...(last.trim() === "" && { last: t("error.required") }),
            },
      );
      return;
    }
    const wrong = checkBody(add.body, { passNo: wanted.numbers.at(-1), kind });
    if (wrong) return warn(form.show(wrong));
    const { failed, succeeded } = await run(wanted.numbers, (number) =>
      call(add, { body: { passNo: number, kind } }),
    );
    const refused = failed.filter(({ error }) => error instanceof CallError && error.fields);
    if (succeeded > 0)
      toast.success(
        wanted.numbers.length === 1
          ? t("console.passes.added", { passNo: wanted.numbers[0] ?? "" })
          : t("console.passes.addedMany", { count: succeeded }),
        { toastId: "pass-add" },
      );
    if (!isRun && refused[0]) return warn(form.refuse(refused[0].error));
    setSkipped(refused.map(({ item }) => item));
    if (failed.length > 0) return;
    form.forget();
    onClose();
  };

  return (
    <Form isBusy={progress !== undefined} onSubmit={() => void submit()}>
      <Stack gap="sm">
        <SegmentedControl
          aria-label={t("console.passes.howMany")}
          data={[
            { value: "one", label: t("console.passes.one") },
            { value: "run", label: t("console.passes.run") },
          ]}
          onChange={(next) => {
            form.clearErrors();
            form.setFieldValue("isRun", next === "run");
          }}
          value={isRun ? "run" : "one"}
        />
        <TextInput
          autoComplete="off"
          data-autofocus
          description={isRun ? t("console.passes.runHint") : undefined}
          label={t(isRun ? "console.passes.first" : "console.passes.passNo")}
          placeholder="P-001"
          required
          {...form.getInputProps("passNo")}
        />
        {isRun && (
          <TextInput
            autoComplete="off"
            label={t("console.passes.last")}
            placeholder="P-050"
            required
            {...form.getInputProps("last")}
          />
        )}
        <TextInput
          autoComplete="off"
          description={t("console.passes.kindHint")}
          label={t("console.passes.kind")}
          {...form.getInputProps("kind")}
        />
        {isRun && "numbers" in wanted && (
          <Text c="dimmed" role="status" size="sm">
            {t("console.passes.runCount", {
              count: wanted.numbers.length,
              first: wanted.numbers[0] ?? "",
              last: wanted.numbers.at(-1) ?? "",
            })}
          </Text>
        )}
        {progress && (
          <div>
            <Progress aria-label={t("console.passes.adding")} value={(100 * progress.done) / progress.all} />
            <Text className="tabular" size="sm">
              {t("console.passes.progress", progress)}
            </Text>
          </div>
        )}
        {skipped.length > 0 && (
          <Text c="var(--mantine-color-error)" role="alert" size="sm">
            {t("console.passes.skipped", { count: skipped.length, numbers: skipped.join(", ") })}
          </Text>
        )}
        <FormFoot unsaved={unsaved}>
          <Button loading={progress !== undefined} type="submit">
            {t(isRun ? "console.passes.addRun" : "console.passes.add")}
          </Button>
          <Button onClick={progress ? stop : () => unsaved.leave(onClose)} variant="default">
            {t(progress ? "console.passes.stop" : "console.frame.cancel")}
          </Button>
        </FormFoot>
      </Stack>
    </Form>
  );
}
