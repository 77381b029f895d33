import { Button, Group, Stack, Textarea } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { toast } from "react-toastify/unstyled";
import { addAccessReview } from "#contract/access-log.ts";
import { PlainForm } from "../../components/form.tsx";
import { Section } from "../../components/section.tsx";
import { call } from "../../lib/api.ts";
import { checkBody } from "../../lib/check-body.ts";
import { warn } from "../../lib/failures.ts";
import { currentLanguage, useTranslate } from "../../lib/language.ts";
import { queryClient } from "../../lib/query-client.ts";
import { useDraftForm } from "../../lib/use-draft-form.ts";
import { accessReviewQuery } from "./queries.ts";

interface Props {
  readonly month: string;
  readonly isAgain: boolean;
}

/** Signs a month off, with a remark. It is kept for good; a month may be reviewed again. */
export function ReviewForm({ month, isAgain }: Props) {
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
    onError: (error) => warn(form.refuse(error)),
  });
  const submit = () => {
    const wrong = checkBody(addAccessReview.body, body);
    if (wrong) warn(form.show(wrong));
    else review.mutate();
  };
  return (
    <Section
      hint={t("console.access.reviewHint")}
      title={t(isAgain ? "console.access.reviewAgain" : "console.access.reviewTitle")}
    >
      <PlainForm isBusy={review.isPending} onSubmit={submit}>
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
      </PlainForm>
    </Section>
  );
}
