import { Button, Group, Popover, Stack, Text, TextInput } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useEffect, useId, useRef, useState } from "react";
import { toast } from "react-toastify/unstyled";
import { CallError } from "../../lib/api.ts";
import { failureText, warn } from "../../lib/failures.ts";
import { useTranslate } from "../../lib/language.ts";
import { Form } from "../form.tsx";

interface ExportResult {
  readonly count: number;
  /** The list was truncated. */
  readonly isCut: boolean;
}

interface Props {
  readonly label: string;
  /** Loads the rows and saves the file. */
  readonly onExport: (reason: string, signal: AbortSignal) => Promise<ExportResult>;
}

/** Asks for the reason of an export and runs it; can be cancelled. The server logs user and reason. */
export function ExportForm({ label, onExport }: Props) {
  const t = useTranslate();
  const title = useId();
  const [isAsking, setIsAsking] = useState(false);
  const [reason, setReason] = useState("");
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), []);
  const save = useMutation({
    mutationFn: () => {
      controller.current = new AbortController();
      return onExport(reason, controller.current.signal);
    },
    onSuccess: ({ count, isCut }) => {
      if (isCut) toast.warning(t("console.export.cut", { count }), { toastId: "export" });
      else toast.success(t("console.export.done", { count }), { toastId: "export" });
      setIsAsking(false);
      setReason("");
    },
    onError: (error) => {
      if (error instanceof CallError && error.fields && !error.fields.reason) warn(failureText(error));
    },
  });
  const close = () => {
    controller.current?.abort();
    save.reset();
    setIsAsking(false);
  };

  return (
    <Popover
      onChange={(isOpen) => !isOpen && close()}
      opened={isAsking}
      position="bottom-end"
      returnFocus
      shadow="md"
      trapFocus
      width={300}
    >
      <Popover.Target>
        <Button
          leftSection={<IconDownload aria-hidden size={16} />}
          onClick={() => (isAsking ? close() : setIsAsking(true))}
          size="compact-sm"
          variant="default"
        >
          {label}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-labelledby={title}>
        <Form isBusy={save.isPending} onSubmit={() => save.mutate()}>
          <Stack gap="xs">
            <Text fw={600} id={title}>
              {label}
            </Text>
            <TextInput
              data-autofocus
              description={t("console.export.hint")}
              error={save.error instanceof CallError && save.error.fields?.reason}
              label={t("console.export.reason")}
              maxLength={200}
              onChange={(event) => setReason(event.currentTarget.value)}
              required
              value={reason}
            />
            <Text role="status" size="sm">
              {save.isPending && t("console.export.begun")}
            </Text>
            <Group gap="xs" justify="flex-end">
              <Button onClick={close} size="compact-sm" variant="default">
                {t("console.shell.cancel")}
              </Button>
              <Button loading={save.isPending} size="compact-sm" type="submit">
                {t("console.export.save")}
              </Button>
            </Group>
          </Stack>
        </Form>
      </Popover.Dropdown>
    </Popover>
  );
}
