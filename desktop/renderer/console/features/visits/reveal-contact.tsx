import { Button, Group, NativeSelect, Popover, Stack, Text, Textarea } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { type RevealCause, revealCauses, revealVisit } from "#contract/visits/visit-actions.ts";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { Form } from "../../components/form.tsx";
import { CallError, call } from "../../lib/api.ts";
import { useTranslate } from "../../lib/language.ts";

const Contact = ({ number, email }: { readonly number: string; readonly email: string }) => (
  <span className="tabular">
    {number}
    {number && email && <br />}
    {email}
  </span>
);

/** Masked contact data, unmasked after entering a reason, which is logged; masked again when the drawer closes. */
export function RevealContact({ visit }: { readonly visit: VisitAnswer }) {
  const t = useTranslate();
  const [isOpen, setIsOpen] = useState(false);
  const [cause, setCause] = useState<RevealCause>();
  const [reason, setReason] = useState("");
  const [missing, setMissing] = useState<{ cause?: string; reason?: string }>({});
  const reveal = useMutation({
    mutationFn: () => call(revealVisit, { params: { id: String(visit.id) }, body: { cause, reason } }),
    onSuccess: () => setIsOpen(false),
    onError: (error) => setMissing((error instanceof CallError ? error.fields : undefined) ?? {}),
    gcTime: 0,
  });
  const textKey = visit.emailMasked ? "revealContact" : "reveal";
  if (reveal.data) return <Contact email={reveal.data.email} number={reveal.data.cellPhone} />;
  const submit = () => {
    const required = t("error.required");
    if (!cause || reason.trim() === "")
      setMissing({ ...(!cause && { cause: required }), ...(reason.trim() === "" && { reason: required }) });
    else reveal.mutate();
  };
  return (
    <Group gap="xs">
      <Contact email={visit.emailMasked} number={visit.cellPhone} />
      {visit.actions.includes("reveal") && (
        <Popover onChange={setIsOpen} opened={isOpen} position="bottom-start" trapFocus width={280}>
          <Popover.Target>
            <Button onClick={() => setIsOpen((open) => !open)} size="compact-xs" variant="default">
              {t(`console.action.${textKey}`)}
            </Button>
          </Popover.Target>
          <Popover.Dropdown aria-label={t(`console.reason.${textKey}`)}>
            <Form onSubmit={submit}>
              <Stack gap="sm">
                <NativeSelect
                  data={[
                    { value: "", label: t("console.reason.choose") },
                    ...revealCauses.map((value) => ({ value, label: t(`console.reason.cause.${value}`) })),
                  ]}
                  data-autofocus
                  error={missing.cause}
                  label={t("console.reason.causeLabel")}
                  onChange={(event) => {
                    const { value } = event.currentTarget;
                    setCause(revealCauses.find((known) => known === value));
                    setMissing({});
                  }}
                  required
                  value={cause ?? ""}
                />
                <Textarea
                  autosize
                  error={missing.reason}
                  label={t(`console.reason.${textKey}`)}
                  minRows={2}
                  onChange={(event) => {
                    setReason(event.currentTarget.value);
                    setMissing({});
                  }}
                  required
                  value={reason}
                />
                <Text c="dimmed" size="xs">
                  {t("console.reason.revealHint")}
                </Text>
                <Button loading={reveal.isPending} type="submit">
                  {t(`console.action.${textKey}`)}
                </Button>
              </Stack>
            </Form>
          </Popover.Dropdown>
        </Popover>
      )}
    </Group>
  );
}
