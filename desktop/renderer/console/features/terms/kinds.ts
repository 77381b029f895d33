/** The types of terms (specification, section 3) by the names of their texts. */
import { type ContentType, contentTypes } from "#contract/terms.ts";

const names = ["use", "required", "optional", "guide", "checklist"] as const;

/** "console.terms.kind.use" and so on are what a type is called. */
export const kindOf = (type: ContentType): (typeof names)[number] =>
  names[contentTypes.indexOf(type)] ?? "use";

export const typeOf = (kind: (typeof names)[number]): ContentType =>
  contentTypes[names.indexOf(kind)] ?? contentTypes[0];

export const kinds = names;

/** Put to the visitor in the terms step; checklists and guides stand in the request form. */
export const isListedType = (type: ContentType): boolean => contentTypes.indexOf(type) < 3;

export const isChecklist = (type: ContentType): boolean => kindOf(type) === "checklist";
