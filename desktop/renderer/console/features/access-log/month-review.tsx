import { Alert, Button, Group, Skeleton, Stack, Text, Textarea, Title } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { toast } from "react-toastify/unstyled";
import { addAccessReview } from "#contract/privacy/access-log.ts";
import { ErrorState } from "../../components/empty-state.tsx";
import { Form } from "../../components/form.tsx";
import { Section } from "../../components/section.tsx";
import { call } from "../../lib/api.ts";
import { warn } from "../../lib/failures.ts";
import { checkBody, useDraftForm } from "../../lib/forms/use-form.ts";
import { currentLanguage, useLanguage, useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import { may, useCurrentUser } from "../../lib/session.ts";
import { StaffDrawer } from "./drawers.tsx";
import { readerId } from "./labels.ts";
import { accessReviewQuery } from "./queries.ts";
import { StaffTable } from "./staff-table.tsx";

interface MonthReviewProps {
  readonly month: string;
  readonly isOver: boolean;
  /** Id of the reader whose drawer is open. */
  readonly openReader: number | undefined;
  readonly onOpen: (reader: number | undefined) => void;
}

/** Review of one month: unusual access, all readers, and earlier reviews. */
export function MonthReview({ month, isOver, openReader, onOpen }: MonthReviewProps) {
  const t = useTranslate();
  const mayReview = may(useCurrentUser(), "privacy");
  const review = useQuery(accessReviewQuery(month, useLanguage()));
  if (review.isPending) return <Skeleton height={320} radius="lg" />;
  if (review.isLoadingError) return <ErrorState onRetry={() => void review.refetch()} error={review.error} />;
  const { staff: readers, reviews, failedLookups } = review.data;
  const unusual = readers.filter((reader) => reader.unusual.length > 0);
  return (
    <Stack component="section" gap="md" aria-label={month}>
      <Title className="tabular" order={2} size="h4">
        {month}
      </Title>
      <Alert
        color={unusual.length > 0 ? "orange" : "green"}
        title={t(unusual.length > 0 ? "console.access.unusual" : "console.access.usual", {
          count: unusual.length,
        })}
      >
        <Text size="sm" style={{ whiteSpace: "pre-line" }}>
          {t("console.access.unusualHint")}
        </Text>
      </Alert>
      {failedLookups.total > 0 && (
        <Alert
          color={failedLookups.many.length > 0 ? "orange" : "gray"}
          title={t("console.access.failedLookups", { count: failedLookups.total })}
        >
          <Text size="sm">{t("console.access.failedLookupsHint")}</Text>
          {failedLookups.many.map((attempts) => (
            <Text
              className="tabular"
              key={`${attempts.day} ${attempts.names} ${attempts.address} ${attempts.failures}`}
              size="sm"
            >
              {t("console.access.failedLookupsOn", attempts)}
            </Text>
          ))}
        </Alert>
      )}
      <StaffTable answer={review} onOpen={onOpen} readers={readers} selected={openReader} />
      {reviews.length > 0 && (
        <div>
          <Title order={3} size="h5">
            {t("console.access.reviews")}
          </Title>
          {reviews.map(({ id, by, at, note }) => (
            <Text key={id}>
              <span className="tabular">{at}</span> {by.name}
              {note && ` — ${note}`}
            </Text>
          ))}
        </div>
      )}
      {mayReview && isOver && <ReviewForm isAgain={reviews.length > 0} month={month} />}
      {!isOver && <Text c="dimmed">{t("console.access.notOver")}</Text>}
      <StaffDrawer
        onClose={() => onOpen(undefined)}
        reader={readers.find((reader) => readerId(reader) === openReader)}
      />
    </Stack>
  );
}

interface ReviewFormProps {
  readonly month: string;
  readonly isAgain: boolean;
}

/** Records a review with a note. Reviews are permanent; a month can be reviewed again. */
function ReviewForm({ month, isAgain }: ReviewFormProps) {
  const t = useTranslate();
  const form = useDraftForm(`access-review-${month}`, { note: "" });
  const body = { month, note: form.values.note };
  const review = useMutation({
    mutationFn: () => call(addAccessReview, { body }),
    onSuccess: (answer) => {
      form.forget();
      queryClient.setQueryData(accessReviewQuery(month, currentLanguage()).queryKey, answer);
      void queryClient.invalidateQueries({ queryKey: ["accessReview"] });
      toast.success(t("console.access.reviewDone", { month }), { toastId: `review-${month}` });
    },
    onError: (error) => warn(form.showServerErrors(error)),
  });
  const submit = () => {
    const errors = checkBody(addAccessReview.body, body);
    if (errors) warn(form.showErrors(errors));
    else review.mutate();
  };
  return (
    <Section
      hint={t("console.access.reviewHint")}
      title={t(isAgain ? "console.access.reviewAgain" : "console.access.reviewTitle")}
    >
      <Form isBusy={review.isPending} onSubmit={submit}>
        <Stack gap="sm">
          <Textarea
            autosize
            label={t("console.access.note")}
            maxRows={8}
            minRows={2}
            {...form.getInputProps("note")}
          />
          <Group>
            <Button loading={review.isPending} type="submit">
              {t("console.access.reviewSubmit", { month })}
            </Button>
          </Group>
        </Stack>
      </Form>
    </Section>
  );
}
