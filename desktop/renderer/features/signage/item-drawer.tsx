import { Button, Divider, Group, Stack, Text, Title } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { toast } from "react-toastify/unstyled";
import type { WallTime } from "#contract/dates.ts";
import { changeSignage, removeSignage, type SignageItem } from "#contract/signage.ts";
import { AskButton } from "../../components/ask-button.tsx";
import { FactList } from "../../components/fact-list.tsx";
import { FormFoot } from "../../components/form-foot.tsx";
import { PlainForm } from "../../components/plain-form.tsx";
import { SideDrawer } from "../../components/side-drawer.tsx";
import { call } from "../../lib/api.ts";
import { checkBody } from "../../lib/check-body.ts";
import { warn } from "../../lib/failures.ts";
import { useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import { sizeText } from "../../lib/size-text.ts";
import { useDraftForm } from "../../lib/use-draft-form.ts";
import { useUnsaved } from "../../lib/use-unsaved.ts";
import { ItemFields } from "./item-fields.tsx";
import { ItemPreview } from "./item-preview.tsx";
import { ItemStateBadge } from "./item-row.tsx";
import { stateOf, typeWord } from "./item-state.ts";
import { changedBody, type ItemValues, valuesOf } from "./item-values.ts";

interface Props {
  readonly isOpen: boolean;
  /** Undefined where it is gone. */
  readonly item: SignageItem | undefined;
  readonly now: WallTime;
  readonly onClose: () => void;
}

/** One item: how it looks, what may be changed of it, and its end. */
export function ItemDrawer({ isOpen, item, now, onClose }: Props) {
  const t = useTranslate();
  return (
    <SideDrawer
      isOpen={isOpen}
      onClose={onClose}
      title={t(item ? typeWord(item.type) : "console.nav.signage")}
    >
      {isOpen && !item && <Text>{t("console.signage.gone")}</Text>}
      {isOpen && item && <OneItem item={item} key={item.id} now={now} onClose={onClose} />}
    </SideDrawer>
  );
}
const reread = () => void queryClient.invalidateQueries({ queryKey: ["signage"] });

function OneItem({ item, now, onClose }: Omit<Props, "isOpen" | "item"> & { readonly item: SignageItem }) {
  const t = useTranslate();
  const key = `signage-${item.id}`;
  const params = { id: String(item.id) };
  // As it was when the drawer was opened; what others change meanwhile is not taken back.
  const [opened] = useState(item);
  const form = useDraftForm<ItemValues>(key, valuesOf(opened));
  const unsaved = useUnsaved(key, form);
  const change = useMutation({
    mutationFn: (values: ItemValues) =>
      call(changeSignage, { params, body: changedBody(opened, values) as never }),
    onSuccess: ({ title }) => {
      form.forget();
      reread();
      toast.success(t("console.signage.saved", { title }), { toastId: key });
      onClose();
    },
    onError: (error) => warn(form.refuse(error)),
  });
  const remove = useMutation({
    mutationFn: () => call(removeSignage, { params }),
    onSuccess: () => {
      form.forget();
      reread();
      toast.success(t("console.signage.removed", { title: item.title }), { toastId: key });
      onClose();
    },
  });
  const submit = () => {
    const wrong = checkBody(changeSignage.body, changedBody(opened, form.values));
    if (wrong) warn(form.show(wrong));
    else change.mutate(form.values);
  };
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
            [t("console.signage.size"), sizeText(file.size)],
            [t("console.signage.pixels"), file.width && `${file.width} × ${file.height}`],
          ]}
        />
      )}
      <PlainForm isBusy={change.isPending} onSubmit={submit}>
        <Stack gap="sm">
          <ItemFields form={form} isNew={false} type={item.type} />
          <FormFoot unsaved={unsaved}>
            <Button disabled={!form.isChanged} loading={change.isPending} type="submit">
              {t("console.signage.save")}
            </Button>
            <Button onClick={() => unsaved.leave(onClose)} variant="default">
              {t("console.frame.close")}
            </Button>
          </FormFoot>
        </Stack>
      </PlainForm>
      <Divider />
      <div>
        <AskButton
          answer={t("console.signage.remove")}
          isBusy={remove.isPending}
          label={t("console.signage.remove")}
          onYes={() => remove.mutate()}
          question={t(file ? "console.signage.removeFileAsk" : "console.signage.removeAsk", {
            title: item.title,
          })}
        />
      </div>
    </Stack>
  );
}
