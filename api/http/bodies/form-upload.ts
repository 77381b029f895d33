/** Takes form data with a file: fields into memory, the file to disk as it arrives. */
import type { Context } from "koa";
import type { Deps } from "#api/deps.ts";
import { bodyTooLarge, fileTooLarge, invalid, unsupportedMediaType } from "#api/errors.ts";
import type { Incoming } from "#api/files/store.ts";
import type { FormUpload } from "#contract/endpoint.ts";
import { type ErrorCode, type FieldErrors, fieldErrors } from "#contract/errors.ts";
import { boundaryOf, type FormPart, MalformedForm, readForm } from "./multipart.ts";
import { allowUploadTime } from "./request-timeouts.ts";

/** What came in: the fields as the contract reads them, and the file under a temporary name. */
export interface ReceivedForm<Fields = unknown> {
  readonly fields: Fields;
  readonly file: Incoming;
  /** What the file was called where it came from; never more than a label. */
  readonly originalName: string;
}

const maxFieldBytes = 64 * 1024;
const megabyte = 1024 * 1024;

const readOnly = new Set(["days", "errors", "createdAt", "updatedAt"]);

/** The last part of a path, without what cannot be shown. */
const labelOf = (filename: string): string =>
  filename
    .toWellFormed()
    .replace(/^.*[\\/]/, "")
    .replace(/[\p{Cc}\p{Cf}\ufffd]/gu, "")
    .normalize("NFC")
    .trim()
    .slice(-200) || "file";

class Reception {
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

  #blame(field: string, code: ErrorCode): void {
    if (!Object.hasOwn(this.#errors, field)) this.#errors[field] = code;
  }

  /** @throws InvalidInput with everything that is wrong so far */
  #requireSound(): void {
    if (Object.keys(this.#errors).length > 0) throw invalid(this.#errors);
  }

  async #takeField({ name, content }: FormPart): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of content) {
      this.#fieldBytes += chunk.length + name.length;
      if (this.#fieldBytes > maxFieldBytes) throw bodyTooLarge();
      chunks.push(chunk);
    }
    if (readOnly.has(name)) return;
    if (name === this.#form.file) this.#blame(name, "required");
    else if (this.#texts.has(name)) this.#blame(name, "invalid");
    else this.#texts.set(name, Buffer.concat(chunks).toString("utf8"));
  }

  /** @returns what is wrong with the fields that came so far, by field */
  #readFields(): FieldErrors {
    const given: Record<string, string> = Object.create(null);
    for (const [name, text] of this.#texts) given[name] = text;
    const result = this.#form.fields.safeParse({ ...given }, { reportInput: true });
    if (!result.success) return fieldErrors(result.error.issues);
    this.#fields = result.data;
    return {};
  }

  #blameAll(errors: FieldErrors): void {
    for (const [field, code] of Object.entries(errors)) this.#blame(field, code);
  }

  /** The largest file of the type that was named; of any while it was not, since it may follow the file. */
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

  /** What is wrong with fields that came before the file is said before it is sent; what is missing may follow it. */
  #requireSoundSoFar(): void {
    const missing: FieldErrors = {};
    for (const [field, code] of Object.entries(this.#readFields())) {
      if (code === "required" && !this.#texts.has(field)) missing[field] = code;
      else this.#blame(field, code);
    }
    if (Object.keys(this.#errors).length > 0) this.#blameAll(missing);
    this.#requireSound();
  }

  async take(part: FormPart): Promise<void> {
    const { file: fileField } = this.#form;
    if (part.filename === undefined) return this.#takeField(part);
    if (this.file) throw invalid({ [part.name]: part.name === fileField ? "fileOnce" : "unknownField" });
    if (part.name !== fileField) {
      this.#blame(part.name, "unknownField");
      this.#blame(fileField, "required");
    }
    this.#requireSoundSoFar();
    return this.#takeFile(part);
  }

  /** @throws InvalidInput with all that is wrong; HttpError 413 where the file is too large for its type */
  async end(): Promise<ReceivedForm> {
    this.#blameAll(this.#readFields());
    if (!this.file) this.#blame(this.#form.file, "required");
    this.#requireSound();
    const file = this.file as Incoming;
    this.#requireSize(file.size);
    await file.finish();
    return { fields: this.#fields, file, originalName: this.#originalName };
  }
}

/**
 * Whoever gets it discards the file in the end, which does nothing to one that was kept.
 * @throws InvalidInput naming what is wrong; HttpError 413 as soon as the file is too large, 507 where the disk is
 * full. Nothing stays of what came in.
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
  const reception = new Reception(form, deps);
  const isDone = allowUploadTime(ctx.req);
  try {
    // Not destroyed when left half-way: the refusal still has to go out.
    const chunks = ctx.req.iterator({ destroyOnReturn: false });
    for await (const part of readForm(chunks, boundary)) await reception.take(part);
    return await reception.end();
  } catch (error) {
    await reception.file?.discard();
    // A form that is none, or somebody who went away half-way.
    if (error instanceof MalformedForm || (ctx.req.destroyed && !ctx.req.complete))
      throw invalid({ _: "body" });
    throw error;
  } finally {
    // What is still being sent is dropped as it comes, or the answer would never be seen.
    ctx.req.resume();
    isDone();
  }
}
