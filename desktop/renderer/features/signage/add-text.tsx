import { Button, Stack } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { toast } from "react-toastify/unstyled";
import { addSignage, usualSeconds } from "#contract/signage.ts";
import { FormFoot } from "../../components/form-foot.tsx";
import { PlainForm } from "../../components/plain-form.tsx";
import { SideDrawer } from "../../components/side-drawer.tsx";
import { call } from "../../lib/api.ts";
import { checkBody } from "../../lib/check-body.ts";
import { warn } from "../../lib/failures.ts";
import { useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import { useDraftForm } from "../../lib/use-draft-form.ts";
import { useUnsaved } from "../../lib/use-unsaved.ts";
import { ItemFields } from "./item-fields.tsx";
import { ItemPreview } from "./item-preview.tsx";
import { emptyValues, type ItemValues, newBody } from "./item-values.ts";

interface Props {
  /** What is added; undefined while the drawer is closed. */
  readonly type: "text" | "flow-text" | undefined;
  readonly onClose: () => void;
}

/** A new text, large or along the bottom. */
export function AddText({ type, onClose }: Props) {
  const t = useTranslate();
  return (
    <SideDrawer
      isOpen={type !== undefined}
      onClose={onClose}
      title={t(type === "flow-text" ? "console.signage.addFlow" : "console.signage.addText")}
    >
      {type && <AddForm key={type} onClose={onClose} type={type} />}
    </SideDrawer>
  );
}

const initial = emptyValues(usualSeconds.written);

function AddForm({ type, onClose }: { readonly type: "text" | "flow-text"; readonly onClose: () => void }) {
  const t = useTranslate();
  const key = `signage-add-${type}`;
  const form = useDraftForm<ItemValues>(key, initial);
  const unsaved = useUnsaved(key, form);
  const add = useMutation({
    mutationFn: (values: ItemValues) => call(addSignage, { body: newBody(type, values) as never }),
    onSuccess: ({ title }) => {
      form.forget();
      void queryClient.invalidateQueries({ queryKey: ["signage"] });
      toast.success(t("console.signage.added", { title }), { toastId: key });
      onClose();
    },
    onError: (error) => warn(form.refuse(error)),
  });
  const submit = () => {
    // what lacks its text lacks its name only because of that
    const { title: _, ...wrong } = checkBody(addSignage.body, newBody(type, form.values)) ?? {};
    if (Object.keys(wrong).length > 0) warn(form.show(wrong));
    else add.mutate(form.values);
  };

  return (
    <PlainForm isBusy={add.isPending} onSubmit={submit}>
      <Stack gap="sm">
        <ItemPreview type={type} values={form.values} />
        <ItemFields form={form} isNew type={type} />
        <FormFoot unsaved={unsaved}>
          <Button loading={add.isPending} type="submit">
            {t("console.signage.add")}
          </Button>
          <Button onClick={() => unsaved.leave(onClose)} variant="default">
            {t("console.frame.cancel")}
          </Button>
        </FormFoot>
      </Stack>
    </PlainForm>
  );
}
