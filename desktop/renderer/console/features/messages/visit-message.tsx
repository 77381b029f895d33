import { Button, Group, Stack, Text, Textarea, Title } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import { queryOptions, useQuery } from "@tanstack/react-query";
import type { Language } from "#browser/language.ts";
import { sentBytes } from "#contract/messages/sms-text.ts";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { OnlineButton } from "../../components/buttons.tsx";
import { Form } from "../../components/form.tsx";
import { ButtonLink } from "../../components/links.tsx";
import { focusOnMount } from "../../lib/focus-on-mount.ts";
import { useDraftForm } from "../../lib/forms/use-form.ts";
import { translatorOf, useTranslate } from "../../lib/language.ts";
import { type ComposeValues, emptyMessage, fillMessage } from "./compose-values.ts";
import { recipientsQuery } from "./queries.ts";
import { ByteCount, messageError } from "./text-section.tsx";
import { useSend } from "./use-send.ts";

interface Props {
  readonly visit: VisitAnswer;
  readonly onDone: () => void;
}

const phrases = ["phraseLate", "phraseLobby", "phraseCall"] as const;

/** Phrases in the visitor's language. */
const phrasesQuery = (language: Language) =>
  queryOptions({
    queryKey: ["phrases", language],
    queryFn: async () => {
      const t = await translatorOf(language);
      return phrases.map((key) => t(`console.compose.${key}`));
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

export const messageKey = (visitId: number) => `message-${visitId}`;

/** Sends a message to one visitor from the visit's drawer, typed or from a phrase. */
export function VisitMessage({ visit, onDone }: Props) {
  const t = useTranslate();
  const form = useDraftForm<ComposeValues>(messageKey(visit.id), { ...emptyMessage, visits: [visit.id] });
  const [recipient] = useQuery(recipientsQuery([visit.id])).data ?? [];
  const suggestions =
    useQuery({ ...phrasesQuery(recipient?.lang ?? "ko"), enabled: recipient !== undefined }).data ?? [];
  const { submit, isPending } = useSend(form, onDone, `${messageKey(visit.id)}-key`);
  const { text } = form.values;
  const bytes = recipient ? fillMessage(text, recipient.values).bytes : sentBytes(text);
  const { error, ...input } = form.getInputProps("text");
  const recipientError = Object.entries(form.errors).find(([field]) => field.startsWith("to."))?.[1];
  const write = (next: string) => {
    form.clearErrors();
    form.setValues({ text: next });
  };
  const send = () => {
    if (text.trim() === "") form.showErrors({ text: t("error.required") });
    else submit();
  };
  const cancel = () => {
    form.forget();
    onDone();
  };
  return (
    <Form aria-labelledby="message-title" isBusy={isPending} onSubmit={send}>
      <Stack gap="sm">
        <div>
          <Title id="message-title" order={2} size="h3">
            {t("console.compose.toOne", { name: visit.name })}
          </Title>
          <Text c="dimmed" className="tabular" size="sm">
            {recipient ? recipient.cellPhone || recipient.email : visit.cellPhone || visit.emailMasked}
          </Text>
        </div>
        <Textarea
          {...input}
          autosize
          data-autofocus
          error={recipientError ?? messageError(text, bytes) ?? error}
          label={t("console.compose.words")}
          maxRows={10}
          minRows={3}
          onChange={(event) => write(event.currentTarget.value)}
          ref={focusOnMount}
          required
        />
        <Stack aria-label={t("console.compose.phrases")} gap={6} role="group">
          {suggestions.map((phrase) => (
            <Button
              fullWidth
              h="auto"
              justify="flex-start"
              key={phrase}
              onClick={() => write(phrase)}
              px="sm"
              py={6}
              styles={{ label: { whiteSpace: "normal", textAlign: "start" } }}
              variant="light"
            >
              {phrase}
            </Button>
          ))}
        </Stack>
        <ByteCount bytes={bytes} />
        <Group gap="xs">
          <OnlineButton leftSection={<IconSend aria-hidden size={16} />} loading={isPending} type="submit">
            {t("console.compose.sendOne")}
          </OnlineButton>
          <Button onClick={cancel} variant="default">
            {t("console.shell.cancel")}
          </Button>
          <ButtonLink search={{ visit: visit.id }} to="/messages/new" variant="subtle">
            {t("console.compose.more")}
          </ButtonLink>
        </Group>
      </Stack>
    </Form>
  );
}
