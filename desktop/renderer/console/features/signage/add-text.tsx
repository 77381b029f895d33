import { Stack } from "@mantine/core";
import { toast } from "react-toastify/unstyled";
import { addSignage, defaultSeconds } from "#contract/site/signage.ts";
import { Form, SubmitFooter } from "../../components/form.tsx";
import { SideDrawer } from "../../components/side-drawer.tsx";
import { call } from "../../lib/api.ts";
import { useSaveForm } from "../../lib/forms/use-save-form.ts";
import { useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import { emptyValues, newBody } from "./item.ts";
import { ItemFields, ItemPreview } from "./item-fields.tsx";

interface Props {
  /** Undefined closes the drawer. */
  readonly type: "text" | "flow-text" | undefined;
  readonly onClose: () => void;
}

/** Adds a text or a ticker. */
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

const initial = emptyValues(defaultSeconds.written);

function AddForm({ type, onClose }: { readonly type: "text" | "flow-text"; readonly onClose: () => void }) {
  const t = useTranslate();
  const key = `signage-add-${type}`;
  const { form, unsaved, isBusy, submit } = useSaveForm({
    key,
    initial,
    schema: addSignage.body,
    bodyOf: (values) => newBody(type, values),
    send: (body) => call(addSignage, { body }),
    onSaved: ({ title }) => {
      void queryClient.invalidateQueries({ queryKey: ["signage"] });
      toast.success(t("console.signage.added", { title }), { toastId: key });
      onClose();
    },
    // without a text the title is missing only because it defaults to the first line
    adjustErrors: ({ title, ...wrong }) => (title && Object.keys(wrong).length === 0 ? { title } : wrong),
  });

  return (
    <Form isBusy={isBusy} onSubmit={submit}>
      <Stack gap="sm">
        <ItemPreview type={type} values={form.values} />
        <ItemFields form={form} isNew type={type} />
        <SubmitFooter isBusy={isBusy} onLeave={onClose} unsaved={unsaved}>
          {t("console.signage.add")}
        </SubmitFooter>
      </Stack>
    </Form>
  );
}
