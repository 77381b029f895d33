import { Divider, Group, Stack, Text, Title } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "react-toastify/unstyled";
import type { WallTime } from "#contract/dates.ts";
import { changeSignage, removeSignage, type SignageItem } from "#contract/site/signage.ts";
import { ConfirmButton } from "../../components/buttons.tsx";
import { Form, SubmitFooter } from "../../components/form.tsx";
import { FactList } from "../../components/section.tsx";
import { SideDrawer } from "../../components/side-drawer.tsx";
import { call } from "../../lib/api.ts";
import { formatBytes } from "../../lib/format.ts";
import { useSaveForm } from "../../lib/forms/use-save-form.ts";
import { useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import { changedBody, stateOf, typeLabel, valuesOf } from "./item.ts";
import { ItemFields, ItemPreview } from "./item-fields.tsx";
import { ItemStateBadge } from "./item-list.tsx";

interface Props {
  readonly isOpen: boolean;
  /** Undefined if the item no longer exists. */
  readonly item: SignageItem | undefined;
  readonly now: WallTime;
  readonly onClose: () => void;
}

/** Preview and settings of a signage item. */
export function ItemDrawer({ isOpen, item, now, onClose }: Props) {
  const t = useTranslate();
  return (
    <SideDrawer
      isOpen={isOpen}
      onClose={onClose}
      title={t(item ? typeLabel(item.type) : "console.nav.signage")}
    >
      {isOpen && !item && <Text>{t("console.signage.gone")}</Text>}
      {isOpen && item && <ItemForm item={item} key={item.id} now={now} onClose={onClose} />}
    </SideDrawer>
  );
}

const refresh = () => void queryClient.invalidateQueries({ queryKey: ["signage"] });

function ItemForm({ item, now, onClose }: Omit<Props, "isOpen" | "item"> & { readonly item: SignageItem }) {
  const t = useTranslate();
  const key = `signage-${item.id}`;
  const params = { id: String(item.id) };
  // Snapshot from when the drawer was opened, so that colleagues' changes to other fields are kept.
  const [initialItem] = useState(item);
  const { form, unsaved, isBusy, submit } = useSaveForm({
    key,
    initial: valuesOf(initialItem),
    schema: changeSignage.body,
    bodyOf: (values) => changedBody(initialItem, values),
    send: (body) => call(changeSignage, { params, body }),
    onSaved: ({ title }) => {
      refresh();
      toast.success(t("console.signage.saved", { title }), { toastId: key });
      onClose();
    },
  });
  const remove = useMutation({
    mutationFn: () => call(removeSignage, { params }),
    onSuccess: () => {
      form.forget();
      refresh();
      toast.success(t("console.signage.removed", { title: item.title }), { toastId: key });
      onClose();
    },
  });
  const { file } = item;

  return (
    <Stack gap="md">
      <Group gap="xs" justify="space-between" wrap="nowrap">
        <Title order={2} size="h3">
          {item.title}
        </Title>
        <ItemStateBadge state={stateOf(item, now)} />
      </Group>
      <ItemPreview file={file} type={item.type} values={form.values} />
      {file && (
        <FactList
          facts={[
            [t("console.signage.file"), file.name],
            [t("console.signage.size"), formatBytes(file.size)],
            [t("console.signage.pixels"), file.width && `${file.width} × ${file.height}`],
          ]}
        />
      )}
      <Form isBusy={isBusy} onSubmit={submit}>
        <Stack gap="sm">
          <ItemFields form={form} isNew={false} type={item.type} />
          <SubmitFooter
            disabled={!form.isChanged}
            isBusy={isBusy}
            leaving="close"
            onLeave={onClose}
            unsaved={unsaved}
          >
            {t("console.signage.save")}
          </SubmitFooter>
        </Stack>
      </Form>
      <Divider />
      <div>
        <ConfirmButton
          confirmLabel={t("console.signage.remove")}
          isBusy={remove.isPending}
          label={t("console.signage.remove")}
          onConfirm={() => remove.mutate()}
          question={t(file ? "console.signage.removeFileAsk" : "console.signage.removeAsk", {
            title: item.title,
          })}
        />
      </div>
    </Stack>
  );
}
