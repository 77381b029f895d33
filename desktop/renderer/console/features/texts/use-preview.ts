import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { policyPreviewQuery, termsPreviewQuery } from "./queries.ts";

const debounceMs = 400;

/** Preview of unsaved terms, as the server would send them to visitors. */
export function useTermsPreview(termsId: number, body: string, enBody: string) {
  const [texts] = useDebouncedValue({ body, enBody }, debounceMs);
  const { data, isError, refetch } = useQuery(termsPreviewQuery(termsId, texts));
  return { preview: data, isStale: isError, retry: () => void refetch() };
}

/** Preview of an unsaved privacy policy. */
export function usePolicyPreview(content: string, enContent: string) {
  const [texts] = useDebouncedValue({ content, enContent }, debounceMs);
  const { data, isError, refetch } = useQuery(policyPreviewQuery(texts));
  return { preview: data, isStale: isError, retry: () => void refetch() };
}
