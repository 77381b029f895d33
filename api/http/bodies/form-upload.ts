/** Receives form data with a file: fields into memory, the file to disk while it arrives. */
import type { Context } from "koa";
import type { Deps } from "#api/deps.ts";
import { bodyTooLarge, fileTooLarge, invalid, unsupportedMediaType } from "#api/errors.ts";
import type { Incoming } from "#api/files/store.ts";
import type { FormUpload } from "#contract/endpoint.ts";
import { type ErrorCode, type FieldErrors, fieldErrors } from "#contract/errors.ts";
import { boundaryOf, type FormPart, MalformedForm, readForm } from "./multipart.ts";
import { allowUploadTime } from "./request-timeouts.ts";

/** The fields as the contract parses them, and the file under a temporary name. */
export interface ReceivedForm<Fields = unknown> {
  readonly fields: Fields;
  readonly file: Incoming;
  /** Original file name; used as a label only. */
  readonly originalName: string;
}

const maxFieldBytes = 64 * 1024;
const megabyte = 1024 * 1024;

/** Fields that clients send back with a record they edit; never written (docs/behaviour.md, "Wire conventions"). */
export const readOnlyFields = new Set(["days", "errors", "createdAt", "updatedAt"]);

/** Last segment of a path, without unprintable characters. */
const labelOf = (filename: string): string =>
  filename
    .toWellFormed()
    .replace(/^.*[\\/]/, "")
    .replace(/[\p{Cc}\p{Cf}\ufffd]/gu, "")
    .normalize("NFC")
    .trim()
    .slice(-200) || "file";

class FormReceiver {
  readonly #form: FormUpload;
  readonly #deps: Pick<Deps, "files" | "settings">;
  readonly #texts = new Map<string, string>();
  readonly #errors: FieldErrors = Object.create(null);
  #fieldBytes = 0;
  #fields: unknown;
  #originalName = "";
  file: Incoming | undefined;

  constructor(form: FormUpload, deps: Pick<Deps, "files" | "settings">) {
    this.#form = form;
    this.#deps = deps;
  }

  #addError(field: string, code: ErrorCode): void {
    if (!Object.hasOwn(this.#errors, field)) this.#errors[field] = code;
  }

  /** @throws InvalidInput with all errors so far */
  #throwErrors(): void {
    if (Object.keys(this.#errors).length > 0) throw invalid(this.#errors);
  }

  async #takeField({ name, content }: FormPart): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of content) {
      this.#fieldBytes += chunk.length + name.length;
      if (this.#fieldBytes > maxFieldBytes) throw bodyTooLarge();
      chunks.push(chunk);
    }
    if (readOnlyFields.has(name)) return;
    if (name === this.#form.file) this.#addError(name, "required");
    else if (this.#texts.has(name)) this.#addError(name, "invalid");
    else this.#texts.set(name, Buffer.concat(chunks).toString("utf8"));
  }

  /** @returns errors of the fields received so far */
  #readFields(): FieldErrors {
    const given: Record<string, string> = Object.create(null);
    for (const [name, text] of this.#texts) given[name] = text;
    const result = this.#form.fields.safeParse({ ...given }, { reportInput: true });
    if (!result.success) return fieldErrors(result.error.issues);
    this.#fields = result.data;
    return {};
  }

  #addErrors(errors: FieldErrors): void {
    for (const [field, code] of Object.entries(errors)) this.#addError(field, code);
  }

  /** Maximum size of the named type; of any type before it is known, because it may follow the file. */
  #maxBytes(): number {
    const { kinds } = this.#form;
    const named = kinds.find((kind) => kind === this.#texts.get("type"));
    const uploads = this.#deps.settings.uploads;
    return Math.max(...(named ? [named] : kinds).map((kind) => uploads[kind]));
  }

  #requireSize(size: number): void {
    const most = this.#maxBytes();
    if (size > most) throw fileTooLarge(Math.floor(most / megabyte));
  }

  async #takeFile({ content, filename = "" }: FormPart): Promise<void> {
    const file = await this.#deps.files.receive();
    this.file = file;
    this.#originalName = labelOf(filename);
    for await (const chunk of content) {
      this.#requireSize(file.size + chunk.length);
      await file.write(chunk);
    }
    if (file.size === 0) throw invalid({ [this.#form.file]: "required" });
  }

  /** Reports errors of the fields before the file is received; missing fields may still follow. */
  #checkFieldsSoFar(): void {
    const missing: FieldErrors = {};
    for (const [field, code] of Object.entries(this.#readFields())) {
      if (code === "required" && !this.#texts.has(field)) missing[field] = code;
      else this.#addError(field, code);
    }
    if (Object.keys(this.#errors).length > 0) this.#addErrors(missing);
    this.#throwErrors();
  }

  async take(part: FormPart): Promise<void> {
    const { file: fileField } = this.#form;
    if (part.filename === undefined) return this.#takeField(part);
    if (this.file) throw invalid({ [part.name]: part.name === fileField ? "fileOnce" : "unknownField" });
    if (part.name !== fileField) {
      this.#addError(part.name, "unknownField");
      this.#addError(fileField, "required");
    }
    this.#checkFieldsSoFar();
    return this.#takeFile(part);
  }

  /** @throws InvalidInput with all errors; HttpError 413 where the file exceeds the maximum of its type */
  async end(): Promise<ReceivedForm> {
    this.#addErrors(this.#readFields());
    if (!this.file) this.#addError(this.#form.file, "required");
    this.#throwErrors();
    const file = this.file as Incoming;
    this.#requireSize(file.size);
    await file.finish();
    return { fields: this.#fields, file, originalName: this.#originalName };
  }
}

/**
 * The caller has to discard the file, which does nothing to a kept one.
 * @throws InvalidInput with the errors; HttpError 413 as soon as the file is too large, 507 where the disk is full.
 *   Removes what was received.
 */
export async function receiveForm(
  ctx: Context,
  form: FormUpload,
  deps: Pick<Deps, "files" | "settings">,
): Promise<ReceivedForm> {
  const boundary = boundaryOf(ctx.get("Content-Type"));
  if (boundary === undefined) throw unsupportedMediaType();
  const most = Math.max(...form.kinds.map((kind) => deps.settings.uploads[kind]));
  if (Number(ctx.get("Content-Length")) > most + maxFieldBytes + megabyte) {
    throw fileTooLarge(Math.floor(most / megabyte));
  }
  const reception = new FormReceiver(form, deps);
  const isDone = allowUploadTime(ctx.req);
  try {
    // Not destroyed on early return, because the refusal is still to be sent.
    const chunks = ctx.req.iterator({ destroyOnReturn: false });
    for await (const part of readForm(chunks, boundary)) await reception.take(part);
    return await reception.end();
  } catch (error) {
    await reception.file?.discard();
    // Malformed form data, or a client that disconnected.
    if (error instanceof MalformedForm || (ctx.req.destroyed && !ctx.req.complete))
      throw invalid({ _: "body" });
    throw error;
  } finally {
    // Drains what is still being sent, or the client would not see the answer.
    ctx.req.resume();
    isDone();
  }
}
