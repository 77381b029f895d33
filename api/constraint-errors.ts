/** Maps violations of database constraints to errors, because only the database can check them under concurrency. */
import { type HttpError, invalid } from "#api/errors.ts";
import type { FieldErrors } from "#contract/errors.ts";
import { errorCode } from "#db/error-code.ts";

const uniqueViolation = "23505";
/** foreign_key_violation and restrict_violation. */
const referenced = new Set(["23503", "23001"]);

/**
 * Runs work that inserts or updates a unique value.
 * @throws InvalidInput with the given errors where the value exists
 */
export async function onUniqueViolation<T>(errors: FieldErrors, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw errorCode(error) === uniqueViolation ? invalid(errors) : error;
  }
}

/**
 * Runs a deletion of a record that others may reference.
 * @throws HttpError the given one, where a reference exists
 */
export async function onForeignKeyViolation<T>(refusal: () => HttpError, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw referenced.has(errorCode(error) ?? "") ? refusal() : error;
  }
}
