/** What only the database can tell for sure, because others write at the same time. */
import { type HttpError, invalid } from "#api/errors.ts";
import type { FieldErrors } from "#contract/errors.ts";
import { errorCode } from "#db/error-code.ts";

const taken = "23505";
/** Deleting what is referred to, with NO ACTION and with RESTRICT. */
const referenced = new Set(["23503", "23001"]);

/**
 * Work whose unique value somebody else may take first.
 * @throws InvalidInput with the given errors where it is taken
 */
export async function onUniqueViolation<T>(errors: FieldErrors, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw errorCode(error) === taken ? invalid(errors) : error;
  }
}

/**
 * A removal of what others may refer to.
 * @throws HttpError the given one, where something does
 */
export async function onForeignKeyViolation<T>(refusal: () => HttpError, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw referenced.has(errorCode(error) ?? "") ? refusal() : error;
  }
}
