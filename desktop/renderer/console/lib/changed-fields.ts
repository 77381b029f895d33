/** The fields that were changed in a form: a field that somebody else changed meanwhile stays theirs. */
export const changedFields = <Values extends object>(initial: Values, values: Values): Partial<Values> =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(initial[field as keyof Values]),
    ),
  ) as Partial<Values>;
