import { useState } from "react";
import { toast } from "react-toastify/unstyled";
import { passNoOf } from "#contract/visits/passes.ts";
import { CallError, call } from "../../lib/api.ts";
import { warn } from "../../lib/failures.ts";
import { checkBody, useDraftForm } from "../../lib/forms/use-form.ts";
import { useUnsaved } from "../../lib/forms/use-save-form.ts";
import { useTranslate } from "../../lib/language.ts";
import { useScanner } from "../scans/use-scanner.ts";
import { maxInRange, type NumberRange, numberRange } from "./number-range.ts";
import { passCallsOf } from "./queries.ts";
import { useBulkAction } from "./use-bulk-action.ts";

/**
 * Form state and progress of adding passes.
 * @param startsAsRange starts with a number range
 * @param onAdded called after all passes were added
 */
export function useAddPasses(isVehicle: boolean, startsAsRange: boolean, onAdded: () => void) {
  const t = useTranslate();
  const { add } = passCallsOf(isVehicle);
  const key = isVehicle ? "vehicle-pass-add" : "pass-add";
  const form = useDraftForm(key, { isRange: startsAsRange, passNo: "", last: "", kind: "" });
  const unsaved = useUnsaved(key, form);
  const { run, progress, stop } = useBulkAction<string>();
  const [skipped, setSkipped] = useState<readonly string[]>([]);
  const { isRange, passNo, last, kind } = form.values;
  const range: NumberRange = isRange ? numberRange(passNo, last) : { numbers: [passNoOf(passNo)] };
  // a scan fills the next number field instead of submitting the form
  useScanner((code) => {
    form.setFieldValue(isRange && passNo.trim() !== "" ? "last" : "passNo", code);
    return true;
  });
  const isFilled = passNo.trim() !== "" && last.trim() !== "";

  const submit = async () => {
    setSkipped([]);
    if ("error" in range) {
      form.showErrors(
        isFilled
          ? { last: t(`console.passes.${range.error}`, { most: maxInRange }) }
          : {
              ...(passNo.trim() === "" && { passNo: t("error.required") }),
              ...(last.trim() === "" && { last: t("error.required") }),
            },
      );
      return;
    }
    const errors = checkBody(add.body, { passNo: range.numbers.at(-1), kind });
    if (errors) return warn(form.showErrors(errors));
    const { failed, succeeded } = await run(range.numbers, (number) =>
      call(add, { body: { passNo: number, kind } }),
    );
    const refused = failed.filter(({ error }) => error instanceof CallError && error.fields);
    if (succeeded > 0)
      toast.success(
        range.numbers.length === 1
          ? t("console.passes.added", { passNo: range.numbers[0] ?? "" })
          : t("console.passes.addedMany", { count: succeeded }),
        { toastId: "pass-add" },
      );
    if (!isRange && refused[0]) return warn(form.showServerErrors(refused[0].error));
    setSkipped(refused.map(({ item }) => item));
    if (failed.length > 0) return;
    form.forget();
    onAdded();
  };

  return {
    form,
    unsaved,
    range,
    submit,
    progress,
    stop,
    /** Numbers that already exist. */
    skipped,
  };
}
