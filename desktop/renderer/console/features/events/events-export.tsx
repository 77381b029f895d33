import { Button, Group, TextInput } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "react-toastify/unstyled";
import { exportEvents } from "#contract/privacy/events.ts";
import { saveFile } from "../../components/export/save-sheets.ts";
import { Form } from "../../components/form.tsx";
import { CallError, call } from "../../lib/api.ts";
import { useTranslate } from "../../lib/language.ts";
import type { askOfEvents } from "../access-log/search.ts";

/** A file of what is shown, made by the server, which keeps who took it and why. */
export function EventsExport({ ask }: { readonly ask: ReturnType<typeof askOfEvents> }) {
  const t = useTranslate();
  const [isAsking, setIsAsking] = useState(false);
  const [reason, setReason] = useState("");
  const save = useMutation({
    mutationFn: async () => {
      const { page: _page, size: _size, sort: _sort, ...filters } = ask;
      const { csv, rows } = await call(exportEvents, { body: { ...filters, reason } });
      saveFile(`${t("console.events.file")}.csv`, "text/csv;charset=utf-8", csv);
      return rows;
    },
    onSuccess: (count) => {
      toast.success(t("console.export.done", { count }), { toastId: "export" });
      setIsAsking(false);
      setReason("");
    },
  });
  const refused = save.error instanceof CallError ? save.error.fields?.reason : undefined;
  if (!isAsking)
    return (
      <Button
        leftSection={<IconDownload aria-hidden size={16} />}
        onClick={() => setIsAsking(true)}
        size="compact-sm"
        variant="default"
      >
        {t("console.events.export")}
      </Button>
    );
  return (
    <Form isBusy={save.isPending} onSubmit={() => save.mutate()}>
      <Group align="flex-start" gap="xs">
        <TextInput
          aria-label={t("console.events.reason")}
          autoFocus
          error={refused}
          maxLength={200}
          onChange={(event) => setReason(event.currentTarget.value)}
          placeholder={t("console.events.reason")}
          size="xs"
          value={reason}
        />
        <Button loading={save.isPending} size="compact-sm" type="submit">
          {t("console.events.export")}
        </Button>
        <Button onClick={() => setIsAsking(false)} size="compact-sm" variant="default">
          {t("console.frame.cancel")}
        </Button>
      </Group>
    </Form>
  );
}
