import { ActionIcon, TextInput } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { memo } from "react";
import { formatPhone } from "#contract/phone.ts";
import { useTranslate } from "../../lib/language.ts";
import { type Person, type PersonField, personFields } from "./people.ts";
import styles from "./reserve.module.css";

interface Props {
  readonly index: number;
  readonly person: Person;
  /** Error texts by field. */
  readonly errors: Readonly<Partial<Record<PersonField, string>>>;
  readonly onChange: (index: number, field: PersonField, value: string) => void;
  readonly onRemove: (index: number) => void;
}

const areEqual = (a: Props, b: Props): boolean =>
  a.index === b.index &&
  a.onChange === b.onChange &&
  a.onRemove === b.onRemove &&
  a.person.maskedNumber === b.person.maskedNumber &&
  personFields.every((field) => a.person[field] === b.person[field] && a.errors[field] === b.errors[field]);

/** One companion; memoized, because there can be fifty. */
export const CompanionRow = memo(function CompanionRow({ index, person, errors, onChange, onRemove }: Props) {
  const t = useTranslate();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a row of a grid everywhere
    <div
      aria-label={t("console.reserve.companion", { number: index + 1 })}
      className={styles.row}
      role="group"
    >
      <span aria-hidden className={`${styles.number} tabular`}>
        {index + 1}
      </span>
      {personFields.map((field) => (
        <TextInput
          autoComplete="off"
          classNames={{ label: styles.label ?? "" }}
          data-path={`companions.${index}.${field}`}
          error={errors[field]}
          inputMode={field === "cellphone" ? "tel" : undefined}
          key={field}
          label={t(`console.person.${field}`)}
          placeholder={field === "cellphone" ? person.maskedNumber : undefined}
          onChange={(event) => {
            const { value } = event.currentTarget;
            onChange(index, field, field === "cellphone" ? formatPhone(value, person.cellphone) : value);
          }}
          required={field === "name"}
          value={person[field]}
          withAsterisk={field === "name"}
        />
      ))}
      <ActionIcon
        aria-label={t("console.reserve.remove", { number: index + 1 })}
        className={styles.remove}
        color="gray"
        onClick={() => onRemove(index)}
        size="lg"
        variant="subtle"
      >
        <IconX aria-hidden size={18} />
      </ActionIcon>
    </div>
  );
}, areEqual);
