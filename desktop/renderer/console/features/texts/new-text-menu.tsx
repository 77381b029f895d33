import { Button, Menu } from "@mantine/core";
import { IconChevronDown, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { Fragment, type ReactNode } from "react";
import type { Templates } from "#contract/site/set-up.ts";
import { useTranslate } from "../../lib/language.ts";
import { templatesQuery } from "./queries.ts";

/** Source of a new text: an existing text by id, or a template by index (`template-0`). */
interface TextSource {
  readonly label: string;
  readonly from?: string;
}

interface Props {
  readonly label: string;
  /** Existing texts, most relevant first. */
  readonly existing: readonly TextSource[];
  /** Titles of the templates by index; undefined for unsuitable ones. */
  readonly titlesOf: (templates: Templates) => readonly (string | undefined)[];
  /** A `MenuLink` to the editor. */
  readonly linkTo: (search: { readonly from?: string }, label: string) => ReactNode;
}

/** Menu for a new text: from an existing one, a template, or empty. */
export function NewTextMenu({ label, existing, titlesOf, linkTo }: Props) {
  const t = useTranslate();
  const templates = useQuery(templatesQuery).data;
  const titles = templates ? titlesOf(templates) : [];
  const sources: TextSource[] = [
    ...existing,
    ...titles.flatMap((title, index) =>
      title ? [{ label: t("console.texts.fromTemplate", { title }), from: `template-${index}` }] : [],
    ),
    { label: t("console.texts.fromNothing") },
  ];
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          leftSection={<IconPlus aria-hidden size={16} />}
          rightSection={<IconChevronDown aria-hidden size={16} />}
          w="fit-content"
        >
          {label}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {sources.map(({ label: name, ...search }) => (
          <Fragment key={search.from ?? ""}>{linkTo(search, name)}</Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
