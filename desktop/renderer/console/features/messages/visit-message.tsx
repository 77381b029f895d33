import { Button, Group, Stack, Text, Textarea, Title } from "@mantine/core";
import { IconSend } from "@tabler/icons-react";
import { queryOptions, useQuery } from "@tanstack/react-query";
import type { Language } from "#browser/language.ts";
import { sentBytes } from "#contract/messages/sms-text.ts";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { OnlineButton } from "../../components/buttons.tsx";
import { Form } from "../../components/form.tsx";
import { ButtonLink } from "../../components/links.tsx";
import { useDraftForm } from "../../lib/forms/use-form.ts";
import { translatorOf, useTranslate } from "../../lib/language.ts";
import { recipientsQuery } from "./queries.ts";
import { ByteCount, wrongWith } from "./text-section.tsx";
import { type ComposeValues, emptyMessage, filled, useSend } from "./use-send.ts";

interface Props {
  readonly visit: VisitAnswer;
  readonly onDone: () => void;
}

const phrases = ["phraseLate", "phraseLobby", "phraseCall"] as const;

/** In the language that the visitor reads, whichever the console has. */
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

/** A few words to one visitor, in the visit itself: typed or taken, and sent. */
export function VisitMessage({ visit, onDone }: Props) {
  const t = useTranslate();
  const form = useDraftForm<ComposeValues>(messageKey(visit.id), { ...emptyMessage, visits: [visit.id] });
  const [to] = useQuery(recipientsQuery([visit.id])).data ?? [];
  const offered = useQuery({ ...phrasesQuery(to?.lang ?? "ko"), enabled: to !== undefined }).data ?? [];
  const { submit, isPending } = useSend(form, onDone, `${messageKey(visit.id)}-key`);
  const { text } = form.values;
  const bytes = to ? filled(text, to.values).bytes : sentBytes(text);
  const { error, ...input } = form.getInputProps("text");
  const refused = Object.entries(form.errors).find(([field]) => field.startsWith("to."))?.[1];
  const write = (words: string) => {
    form.clearErrors();
    form.setValues({ text: words });
  };
  const send = () => {
    if (text.trim() === "") form.show({ text: t("error.required") });
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
            {to ? to.cellPhone || to.email : visit.cellPhone || visit.emailMasked}
          </Text>
        </div>
        <Textarea
          {...input}
          autosize
          data-autofocus
          error={refused ?? wrongWith(text, bytes) ?? error}
          label={t("console.compose.words")}
          maxRows={10}
          minRows={3}
          onChange={(event) => write(event.currentTarget.value)}
          ref={focusOnce}
          required
        />
        <Stack aria-label={t("console.compose.phrases")} gap={6} role="group">
          {offered.map((words) => (
            <Button
              fullWidth
              h="auto"
              justify="flex-start"
              key={words}
              onClick={() => write(words)}
              px="sm"
              py={6}
              styles={{ label: { whiteSpace: "normal", textAlign: "start" } }}
              variant="light"
            >
              {words}
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

const focusOnce = (field: HTMLTextAreaElement | null) => field?.focus();
