import { ActionIcon, Input, type InputProps, Popover, Skeleton } from "@mantine/core";
import { IconCalendar } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { type KeyboardEvent, useRef, useState } from "react";
import { fromInstant } from "#contract/dates.ts";
import { useTranslate } from "../../lib/language.ts";
import { siteQuery } from "../../lib/site.ts";
import { lazyPart } from "../lazy-part.tsx";
import { type DayBounds, isCompleteDay, parseDay } from "./parse-day-time.ts";
import { type ParsedInput, useParsedInput } from "./use-parsed-input.ts";

/** Loaded when first opened: it is as large as the rest of a form. */
const Calendar = lazyPart(
  async () => (await import("./calendar.tsx")).Calendar,
  <Skeleton height={260} width={250} />,
);

/** Today in the site's time zone. */
export function useSiteDay(): () => string {
  const { timezone } = useSuspenseQuery(siteQuery).data;
  return () => fromInstant(new Date(), timezone).slice(0, 10);
}

/** State of a typed date. @param value "YYYY-MM-DD", or empty */
export function useDayInput(value: string, onChange: (day: string) => void, min?: string): ParsedInput {
  const siteDay = useSiteDay();
  return useParsedInput({
    value,
    onChange,
    parse: (text) => parseDay(text, siteDay(), min),
    isComplete: isCompleteDay,
  });
}

interface Props extends DayBounds, Pick<InputProps, "className" | "disabled" | "error" | "withAria"> {
  readonly day: ParsedInput;
  /** "YYYY-MM-DD", or empty. */
  readonly value: string;
  /** Accessible name of the calendar button and, without a label, of the field. */
  readonly name: string;
  readonly "aria-label"?: string;
  readonly "aria-describedby"?: string | undefined;
  readonly "aria-invalid"?: true | undefined;
  readonly "data-path"?: string | undefined;
  readonly required?: boolean;
}

/** A date, typed or selected from a calendar, which arrow down opens. */
export function DayInput({ day, value, name, min, max, disabled, ...rest }: Props) {
  const t = useTranslate();
  const [isOpen, setIsOpen] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const siteDay = useSiteDay();
  const open = () => {
    day.commit();
    setIsOpen(true);
  };
  const close = () => {
    setIsOpen(false);
    setTimeout(() => field.current?.focus());
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") day.commit();
    if (event.key !== "ArrowDown") return;
    event.preventDefault();
    open();
  };
  return (
    <Popover
      onDismiss={() => setIsOpen(false)}
      opened={isOpen}
      position="bottom-start"
      shadow="md"
      trapFocus
      withRoles={false}
    >
      <Popover.Target>
        <Input
          {...rest}
          autoComplete="off"
          disabled={disabled ?? false}
          inputMode="numeric"
          onBlur={day.commit}
          onChange={(event) => day.type(event.currentTarget.value)}
          onFocus={(event) => event.currentTarget.select()}
          onKeyDown={onKeyDown}
          ref={field}
          rightSection={
            <ActionIcon
              aria-expanded={isOpen}
              aria-haspopup="dialog"
              aria-label={t("console.moment.calendar", { name })}
              color="gray"
              disabled={disabled ?? false}
              onClick={open}
              variant="subtle"
            >
              <IconCalendar aria-hidden size={16} />
            </ActionIcon>
          }
          rightSectionPointerEvents="auto"
          value={day.text}
        />
      </Popover.Target>
      <Popover.Dropdown
        aria-label={name}
        onKeyDown={(event) => event.key === "Escape" && close()}
        role="dialog"
      >
        {isOpen && (
          <Calendar
            max={max}
            min={min}
            onChange={(chosen) => {
              day.choose(chosen);
              close();
            }}
            today={siteDay()}
            value={value}
          />
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
