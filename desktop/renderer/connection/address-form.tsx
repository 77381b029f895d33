import { type FormEvent, useId, useRef } from "react";
import { Button } from "./components/controls.tsx";
import styles from "./connection.module.css";
import { useTexts } from "./texts.ts";
import { type Attempt, attemptText } from "./use-connection.ts";

interface AddressFormProps {
  readonly address: string;
  readonly attempt: Attempt | undefined;
  readonly connect: (address: string) => Promise<boolean>;
  /** the form is the main purpose of the page */
  readonly isMain: boolean;
  readonly onEdit: () => void;
  readonly setAddress: (address: string) => void;
}

/** Form for a server's address. An error is shown next to the field and moves the focus there. */
export function AddressForm({ address, attempt, connect, isMain, onEdit, setAddress }: AddressFormProps) {
  const texts = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  const isBusy = attempt?.origin === "form" && attempt.state === "running";
  const error = attemptText(attempt, "form", texts);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (attempt?.state === "running") return;
    if (await connect(address)) setAddress("");
    else input.current?.focus();
  }

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      <label className={styles.label} htmlFor={id}>
        {texts.connection.address}
      </label>
      <div className={styles.row}>
        <input
          aria-describedby={error ? `${id}error ${id}hint` : `${id}hint`}
          aria-invalid={error ? true : undefined}
          aria-required="true"
          autoCapitalize="off"
          autoComplete="off"
          // the only action of the page, with nothing to read above it
          // biome-ignore lint/a11y/noAutofocus: on the first start only
          autoFocus={isMain}
          className={styles.input}
          id={id}
          inputMode="url"
          maxLength={2048}
          onChange={(event) => {
            setAddress(event.target.value);
            if (error) onEdit();
          }}
          readOnly={isBusy}
          ref={input}
          spellCheck={false}
          type="text"
          value={address}
        />
        <Button busy={isBusy} variant={isMain ? "primary" : "secondary"} type="submit">
          {isBusy ? texts.connection.connecting : texts.connection.connect}
        </Button>
      </div>
      <div aria-live="polite">
        {error && (
          <p className={styles.error} id={`${id}error`}>
            {error}
          </p>
        )}
      </div>
      <p className={styles.hint} id={`${id}hint`}>
        {texts.connection.addressHint}
      </p>
    </form>
  );
}
