import { Skeleton } from "@mantine/core";
import { type ComponentProps, lazy, Suspense } from "react";
import { fetchLaterTexts } from "../../lib/language.ts";
import type { VisitPrivacy as Part } from "./visit-privacy.tsx";

/** Comes after the rest of a visit's drawer, with the words of the management screens. */
const VisitPrivacy = lazy(async () => {
  const [part] = await Promise.all([import("./visit-privacy.tsx"), fetchLaterTexts()]);
  return { default: part.VisitPrivacy };
});

/** What a visit's drawer says of its data, once it is here. */
export function PrivacyPart(props: ComponentProps<typeof Part>) {
  return (
    <Suspense fallback={<Skeleton height={60} />}>
      <VisitPrivacy {...props} />
    </Suspense>
  );
}
