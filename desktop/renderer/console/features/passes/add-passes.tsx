import { Button, Progress, SegmentedControl, Stack, Text, TextInput } from "@mantine/core";
import { Form, FormFooter } from "../../components/form.tsx";
import { SideDrawer } from "../../components/side-drawer.tsx";
import { useTranslate } from "../../lib/language.ts";
import { useAddPasses } from "./use-add-passes.ts";

interface Props {
  readonly isVehicle: boolean;
  readonly isOpen: boolean;
  readonly onClose: () => void;
  /** Starts with a number range. */
  readonly isRange?: boolean;
}

/** Adds one pass, or a number range. */
export function AddPasses({ isOpen, onClose, ...rest }: Props) {
  const t = useTranslate();
  return (
    <SideDrawer isOpen={isOpen} onClose={onClose} title={t("console.passes.addTitle")}>
      {isOpen && <AddForm {...rest} onClose={onClose} />}
    </SideDrawer>
  );
}

function AddForm({ isVehicle, onClose, isRange: startsAsRange = false }: Omit<Props, "isOpen">) {
  const t = useTranslate();
  const { form, unsaved, range, submit, progress, stop, skipped } = useAddPasses(
    isVehicle,
    startsAsRange,
    onClose,
  );
  const { isRange } = form.values;
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
            form.setFieldValue("isRange", next === "run");
          }}
          value={isRange ? "run" : "one"}
        />
        <TextInput
          autoComplete="off"
          data-autofocus
          description={isRange ? t("console.passes.runHint") : undefined}
          label={t(isRange ? "console.passes.first" : "console.passes.passNo")}
          placeholder="P-001"
          required
          {...form.getInputProps("passNo")}
        />
        {isRange && (
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
        {isRange && "numbers" in range && (
          <Text c="dimmed" role="status" size="sm">
            {t("console.passes.runCount", {
              count: range.numbers.length,
              first: range.numbers[0] ?? "",
              last: range.numbers.at(-1) ?? "",
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
        <FormFooter unsaved={unsaved}>
          <Button loading={progress !== undefined} type="submit">
            {t(isRange ? "console.passes.addRun" : "console.passes.add")}
          </Button>
          <Button onClick={progress ? stop : () => unsaved.leave(onClose)} variant="default">
            {t(progress ? "console.passes.stop" : "console.shell.cancel")}
          </Button>
        </FormFooter>
      </Stack>
    </Form>
  );
}
