import { Button, Menu } from "@mantine/core";
import { IconChevronDown, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import type { Terms, TermsVersion } from "#contract/managed-terms.ts";
import { MenuLink } from "../../components/links.tsx";
import { useTranslate } from "../../lib/language.ts";
import { templatesQuery } from "../texts/queries.ts";

interface Props {
  readonly terms: Terms;
  readonly versions: readonly TermsVersion[];
}

/** A new version: from the one in force, from the newest, from a template, or from nothing. */
export function NewVersion({ terms, versions }: Props) {
  const t = useTranslate();
  const templates = useQuery(templatesQuery).data?.terms ?? [];
  const to = {
    to: "/terms/$id/versions/$version",
    params: { id: String(terms.id), version: "new" },
  } as const;
  const [newest] = versions;
  const inForce = versions.find(({ version }) => version === terms.deployedVersion);
  const fitting = templates.flatMap((template, index) =>
    template.contentType === terms.contentType && template.renderHtml === terms.renderHtml
      ? [{ title: template.title, from: `template-${index}` }]
      : [],
  );
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          leftSection={<IconPlus aria-hidden size={16} />}
          rightSection={<IconChevronDown aria-hidden size={16} />}
          w="fit-content"
        >
          {t("console.terms.newVersion")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {inForce && (
          <MenuLink {...to} search={{ from: String(inForce.id) }}>
            {t("console.terms.fromInForce", { version: inForce.version })}
          </MenuLink>
        )}
        {newest && newest !== inForce && (
          <MenuLink {...to} search={{ from: String(newest.id) }}>
            {t("console.terms.fromVersion", { version: newest.version })}
          </MenuLink>
        )}
        {fitting.map(({ title, from }) => (
          <MenuLink key={from} {...to} search={{ from }}>
            {t("console.texts.fromTemplate", { title })}
          </MenuLink>
        ))}
        <MenuLink {...to} search={{}}>
          {t("console.texts.fromNothing")}
        </MenuLink>
      </Menu.Dropdown>
    </Menu>
  );
}
