import { Stack, Text, Title } from "@mantine/core";
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { ComposeForm } from "../../features/messages/compose-form.tsx";
import { SentResult } from "../../features/messages/sent-result.tsx";
import { useTranslate } from "../../lib/language.ts";
import { reach, useCurrentUser } from "../../lib/session.ts";

const route = getRouteApi("/frame/messages/new");

/** 문자 보내기: to visitors that are picked, or to numbers; and then what became of each message. */
export function ComposePage() {
  const t = useTranslate();
  const isOwn = reach(useCurrentUser(), "sms") === "own";
  const { visit } = route.useSearch();
  const [sent, setSent] = useState<readonly number[]>();
  return (
    <Stack gap="md">
      <title>{t("console.compose.page")}</title>
      <div>
        <Title order={1} size="h3">
          {t("console.nav.compose")}
        </Title>
        <Text c="dimmed" size="sm">
          {t(isOwn ? "console.compose.leadOwn" : "console.compose.lead")}
        </Text>
      </div>
      {sent ? (
        <SentResult ids={sent} onNew={() => setSent(undefined)} />
      ) : (
        <ComposeForm onSent={setSent} visit={visit} />
      )}
    </Stack>
  );
}
