import { Anchor, Divider, Group, Stack, Text, TextInput, Title } from "@mantine/core";
import { useState } from "react";
import { toast } from "react-toastify/unstyled";
import type { Pass } from "#contract/visits/passes.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { Form, SubmitFooter } from "../../components/form.tsx";
import { SideDrawer } from "../../components/side-drawer.tsx";
import { call } from "../../lib/api.ts";
import { changedFields } from "../../lib/forms/use-form.ts";
import { useSaveForm } from "../../lib/forms/use-save-form.ts";
import { useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import { PassStatus } from "./columns.tsx";
import { PassActions } from "./pass-actions.tsx";
import { passCallsOf } from "./queries.ts";

interface Props {
  readonly isVehicle: boolean;
  readonly isOpen: boolean;
  /** Undefined if the pass is not on the current page of the list. */
  readonly pass: Pass | undefined;
  readonly onClose: () => void;
  readonly onOpenVisit: (id: number) => void;
}

/** Details of a pass: number, kind, holder and actions. */
export function PassDrawer({ isVehicle, isOpen, pass, onClose, onOpenVisit }: Props) {
  const t = useTranslate();
  return (
    <SideDrawer
      isOpen={isOpen}
      onClose={onClose}
      title={t(isVehicle ? "console.nav.vehiclePasses" : "console.nav.visitorPasses")}
    >
      {isOpen && !pass && (
        <EmptyState title={t("console.passes.gone")}>{t("console.passes.goneText")}</EmptyState>
      )}
      {isOpen && pass && (
        <PassDetail
          isVehicle={isVehicle}
          key={pass.id}
          onClose={onClose}
          onOpenVisit={onOpenVisit}
          pass={pass}
        />
      )}
    </SideDrawer>
  );
}

interface DetailProps extends Omit<Props, "pass" | "isOpen"> {
  readonly pass: Pass;
}

function PassDetail({ pass, isVehicle, onClose, onOpenVisit }: DetailProps) {
  const t = useTranslate();
  const calls = passCallsOf(isVehicle);
  const { visit } = pass;
  const key = `pass-${pass.id}`;
  const [initial, setInitial] = useState({ passNo: pass.passNo, kind: pass.kind });
  const { form, unsaved, isBusy, submit } = useSaveForm({
    key,
    initial,
    schema: calls.change.body,
    bodyOf: (values) => {
      const changed = changedFields(initial, values);
      // issued elsewhere while its number was edited
      if (pass.status === "issued") delete changed.passNo;
      return { id: pass.id, ...changed };
    },
    send: (body) => call(calls.change, { params: { id: String(pass.id) }, body }),
    onSaved: (after) => {
      const saved = { passNo: after.passNo, kind: after.kind };
      setInitial(saved);
      form.setValues(saved);
      void queryClient.invalidateQueries({ queryKey: ["passes"] });
      toast.success(t("console.passes.saved", { passNo: after.passNo }), { toastId: key });
    },
  });

  return (
    <Stack gap="md">
      <Group gap="xs">
        <Title className="tabular" order={2} size="h3">
          {pass.passNo}
        </Title>
        <PassStatus status={pass.status} />
      </Group>
      {visit && (
        <Text>
          {t("console.passes.heldBy")}{" "}
          <Anchor component="button" onClick={() => onOpenVisit(visit.id)} type="button">
            {visit.name} ({visit.reserveNo})
          </Anchor>
        </Text>
      )}
      <PassActions isVehicle={isVehicle} onRemoved={onClose} pass={pass} />
      <Divider />
      <Form isBusy={isBusy} onSubmit={submit}>
        <Stack gap="sm">
          <TextInput
            autoComplete="off"
            description={pass.status === "issued" ? t("console.passes.outHint") : undefined}
            disabled={pass.status === "issued"}
            label={t("console.passes.passNo")}
            required
            {...form.getInputProps("passNo")}
          />
          <TextInput
            autoComplete="off"
            description={t("console.passes.kindHint")}
            label={t("console.passes.kind")}
            {...form.getInputProps("kind")}
          />
          <SubmitFooter
            disabled={!form.isChanged}
            isBusy={isBusy}
            leaving="close"
            onLeave={onClose}
            unsaved={unsaved}
          >
            {t("console.passes.save")}
          </SubmitFooter>
        </Stack>
      </Form>
    </Stack>
  );
}
