import { Alert, Skeleton, Stack, Text, Title } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Failure } from "../../components/empty-state.tsx";
import { useLanguage, useTranslate } from "../../lib/language.ts";
import { may, useCurrentUser } from "../../lib/session.ts";
import { accessReviewQuery } from "./queries.ts";
import { ReviewForm } from "./review-form.tsx";
import { StaffDrawer } from "./staff-drawer.tsx";
import { StaffTable } from "./staff-table.tsx";

interface Props {
  readonly month: string;
  readonly isOver: boolean;
  readonly staff: number | undefined;
  readonly onOpen: (staff: number | undefined) => void;
}

/** One month: what stands out, everybody who looked, and who reviewed it. */
export function MonthReview({ month, isOver, staff, onOpen }: Props) {
  const t = useTranslate();
  const mayReview = may(useCurrentUser(), "privacy");
  const review = useQuery(accessReviewQuery(month, useLanguage()));
  if (review.isPending) return <Skeleton height={320} radius="lg" />;
  if (review.isError) return <Failure again={() => void review.refetch()} error={review.error} />;
  const { staff: people, reviews } = review.data;
  const unusual = people.filter((one) => one.unusual.length > 0);
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
        <Text size="sm">{t("console.access.unusualHint")}</Text>
      </Alert>
      <StaffTable answer={review} onOpen={onOpen} people={people} selected={staff} />
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
        one={people.find(({ hostUser }) => hostUser.id === staff)}
      />
    </Stack>
  );
}
