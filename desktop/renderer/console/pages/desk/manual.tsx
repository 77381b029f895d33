import { Accordion, Group, Stack, Text, Title } from "@mantine/core";
import en from "#i18n/manual/en.json";
import ko from "#i18n/manual/ko.json";
import { TextLink } from "../../components/links.tsx";
import { Section } from "../../components/section.tsx";
import { topics } from "../../features/manual/topics.ts";
import { type TextKey, useLanguage, useTranslate } from "../../lib/language.ts";
import { may, useCurrentUser } from "../../lib/session.ts";

/** Loaded with the page, unlike the other texts of the console. */
const manuals = { ko, en };

/** 사용 설명서: topics of the user's role first, then the other permitted ones. */
export function ManualPage() {
  const t = useTranslate();
  const user = useCurrentUser();
  const manual = manuals[useLanguage()];
  const allowed = topics.filter(({ permission }) => may(user, permission));
  return (
    <Stack gap="md" maw={720}>
      <title>{manual.page}</title>
      <div>
        <Title order={1} size="h3">
          {t("console.shell.manual")}
        </Title>
        <Text c="dimmed" size="sm">
          {manual.lead}
        </Text>
      </div>
      {allowed
        .filter(({ role }) => role === user.role)
        .map((topic) => (
          <Section key={topic.id} title={manual.topics[topic.id].title}>
            <Steps {...topic} />
          </Section>
        ))}
      <Title mt="sm" order={2} size="h4">
        {manual.others}
      </Title>
      <Accordion multiple order={3} radius="lg" variant="contained">
        {allowed
          .filter(({ role }) => role !== user.role)
          .map((topic) => (
            <Accordion.Item key={topic.id} value={topic.id}>
              <Accordion.Control>{manual.topics[topic.id].title}</Accordion.Control>
              <Accordion.Panel>
                <Steps {...topic} />
              </Accordion.Panel>
            </Accordion.Item>
          ))}
      </Accordion>
    </Stack>
  );
}

/** Numbered steps, and links to their screens. */
function Steps({ id, links }: Pick<(typeof topics)[number], "id" | "links">) {
  const t = useTranslate();
  const { steps } = manuals[useLanguage()].topics[id];
  return (
    <Stack gap="sm">
      <Stack component="ol" gap={6} m={0} pl="lg">
        {steps.map((step) => (
          <li key={step}>
            <Step text={step} />
          </li>
        ))}
      </Stack>
      <Group gap="md">
        {links.map(([to, label]) => (
          <TextLink key={to} to={to}>
            {t(label)}
          </TextLink>
        ))}
      </Group>
    </Stack>
  );
}

/** A step names buttons and screens by their texts: "{nav.board}". `npm run check` finds unknown ones. */
function Step({ text }: { readonly text: string }) {
  const t = useTranslate();
  return text
    .split(/\{([\w.]+)\}/)
    .map((part, index) =>
      index % 2 === 0 ? part : <strong key={part}>{t(`console.${part}` as TextKey)}</strong>,
    );
}
