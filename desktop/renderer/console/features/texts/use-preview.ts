import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { policyPreviewQuery, termsPreviewQuery } from "./queries.ts";

/** So long nothing is typed before the preview follows. */
const pauseMs = 400;

/** What visitors would be sent of terms, in both languages, as far as it is written. */
export function useTermsPreview(termsId: number, body: string, enBody: string) {
  const [asked] = useDebouncedValue({ body, enBody }, pauseMs);
  const { data, isError, refetch } = useQuery(termsPreviewQuery(termsId, asked));
  return { preview: data, isStale: isError, ask: () => void refetch() };
}

/** The same of a privacy policy. */
export function usePolicyPreview(content: string, enContent: string) {
  const [asked] = useDebouncedValue({ content, enContent }, pauseMs);
  const { data, isError, refetch } = useQuery(policyPreviewQuery(asked));
  return { preview: data, isStale: isError, ask: () => void refetch() };
}
