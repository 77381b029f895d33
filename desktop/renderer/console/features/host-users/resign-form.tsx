import { Stack, Text, Title } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { toast } from "react-toastify/unstyled";
import { resignHostUser } from "#contract/people/host-user-access.ts";
import type { HostUserAnswer } from "#contract/people/host-users.ts";
import type { NamedItem } from "#contract/site/user-codes.ts";
import { HostSelect } from "../../components/choices/host-select.tsx";
import { Form, SubmitFooter } from "../../components/form.tsx";
import { call } from "../../lib/api.ts";
import { warn } from "../../lib/failures.ts";
import { useDraftForm } from "../../lib/forms/use-form.ts";
import { useUnsaved } from "../../lib/forms/use-save-form.ts";
import { useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import { cacheHostUser, refreshHostUsers } from "./use-account-action.ts";

interface Props {
  readonly user: HostUserAnswer;
  readonly onDone: () => void;
}

type Values = { reassignTo: NamedItem | null };

export const resignKey = (id: number) => `host-user-resign-${id}`;

const initial: Values = { reassignTo: null };

/** Marks a host user as resigned, optionally reassigning their open visits. */
export function ResignForm({ user, onDone }: Props) {
  const t = useTranslate();
  const key = resignKey(user.id);
  const form = useDraftForm<Values>(key, initial);
  const unsaved = useUnsaved(key, form);
  const { reassignTo } = form.values;
  const resign = useMutation({
    mutationFn: () =>
      call(resignHostUser, {
        params: { id: String(user.id) },
        body: { id: user.id, ...(reassignTo && { reassignTo: reassignTo.id }) },
      }),
    onSuccess: ({ reassigned, leftOpen, ...after }) => {
      form.forget();
      cacheHostUser(after);
      void queryClient.invalidateQueries({ queryKey: ["visits"] });
      const sentences = [
        t("console.hostUsers.done.resign", { name: user.name }),
        reassigned > 0 && t("console.hostUsers.reassigned", { count: reassigned }),
        leftOpen > 0 && t("console.hostUsers.leftOpen", { count: leftOpen }),
      ];
      toast.success(sentences.filter(Boolean).join(" "), { toastId: key });
      onDone();
    },
    onError: (error) => {
      warn(form.showServerErrors(error));
      refreshHostUsers();
    },
  });
  return (
    <Form aria-labelledby="resign-title" isBusy={resign.isPending} onSubmit={() => resign.mutate()}>
      <Stack gap="sm">
        <Title id="resign-title" order={2} size="h3">
          {t("console.hostUsers.resignTitle", { name: user.name })}
        </Title>
        <Text>{t("console.hostUsers.resignText")}</Text>
        <HostSelect
          error={form.errors.reassignTo}
          isOptional
          label={t("console.hostUsers.reassignTo")}
          onChange={(host) => form.setFieldValue("reassignTo", host)}
          path="reassignTo"
          value={reassignTo}
        />
        <Text c="dimmed" size="sm">
          {t("console.hostUsers.reassignHint")}
        </Text>
        <SubmitFooter color="red" isBusy={resign.isPending} onLeave={onDone} unsaved={unsaved}>
          {t("console.hostUsers.resign")}
        </SubmitFooter>
      </Stack>
    </Form>
  );
}
