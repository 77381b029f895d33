import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { useEffect, useRef } from "react";
import { addMinutes, isWallTime } from "#contract/dates.ts";
import { isEndTime } from "#contract/fields.ts";
import { Form, SubmitFooter } from "../../../components/form.tsx";
import { useTranslate } from "../../../lib/language.ts";
import { EditNotice, PlaceField, TimeFields } from "./edit-parts.tsx";
import { type EditProps, useEditVisit } from "./use-edit-visit.ts";

/** Minutes of the shortcut buttons. */
const shifts = { later30: 30, later60: 60, tomorrow: 24 * 60 } as const;

/** 23:59 counts as midnight, because times have a step of ten minutes. */
const addToTime = (wall: string, minutes: number): string =>
  addMinutes(wall.endsWith(":59") ? addMinutes(wall, 1) : wall, minutes);

/** Edits time and place only. */
export function RescheduleForm(props: EditProps) {
  const t = useTranslate();
  const { visit, onDone } = props;
  const editing = useEditVisit(props);
  const { form, unsaved, isBusy, submit } = editing;
  const title = useRef<HTMLHeadingElement>(null);
  // focus the title, because focusing a field would open the keyboard of a phone over the form
  useEffect(() => title.current?.focus({ preventScroll: true }), []);
  const { startDate, endDate } = form.values;
  const shift = (minutes: number) => {
    const end = addToTime(endDate, minutes);
    form.setValues({
      ...(visit.enteredAt === null && { startDate: addToTime(startDate, minutes) }),
      // an end of 23:59 moved by whole days stays 23:59
      endDate: minutes % (24 * 60) === 0 && endDate.endsWith(":59") ? addMinutes(endDate, minutes) : end,
    });
    form.clearErrors();
  };
  const canShift = isWallTime(startDate) && isWallTime(endDate) && isEndTime(endDate);
  return (
    <Form aria-labelledby="when-title" isBusy={isBusy} onSubmit={submit}>
      <Stack gap="sm">
        <Title data-autofocus id="when-title" order={2} ref={title} size="h3" tabIndex={-1}>
          {t("console.edit.when", { name: visit.name })}
        </Title>
        {visit.followersCnt > 0 && (
          <Text c="dimmed" size="sm">
            {t("console.edit.party", { count: visit.followersCnt })}
          </Text>
        )}
        <Group aria-label={t("console.edit.shift")} gap="xs" role="group">
          {Object.entries(shifts).map(([name, minutes]) => (
            <Button disabled={!canShift} key={name} onClick={() => shift(minutes)} px="sm" variant="default">
              {t(`console.edit.${name as keyof typeof shifts}`)}
            </Button>
          ))}
        </Group>
        <TimeFields editing={editing} visit={visit} />
        <PlaceField editing={editing} visit={visit} />
        <EditNotice editing={editing} visit={visit} />
        <SubmitFooter disabled={!form.isChanged} isBusy={isBusy} onLeave={onDone} unsaved={unsaved}>
          {t("console.edit.submit")}
        </SubmitFooter>
      </Stack>
    </Form>
  );
}
