import "@mantine/tiptap/styles.css";
import { Alert, Input, Textarea } from "@mantine/core";
import { RichTextEditor } from "@mantine/tiptap";
import { createDocument, type Editor } from "@tiptap/core";
import { useEditor } from "@tiptap/react";
import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { styleNonce } from "../../lib/appearance/style-nonce.ts";
import { useTranslate } from "../../lib/language.ts";
import styles from "./rich-field.module.css";
import { isEquivalent, richExtensions, tidyHtml } from "./rich-html.ts";
import { RichToolbar } from "./rich-toolbar.tsx";
import { useEditorLabels } from "./use-editor-labels.ts";

export interface TextFieldProps {
  /** Field name in the form, by which errors find it. */
  readonly path: string;
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly error?: ReactNode;
}

/** Whether the editor can represent the text without loss. */
const canRepresent = (editor: Editor, html: string): boolean =>
  isEquivalent(html, tidyHtml(editor.getHTML()));

/** Rich text editor with an HTML source mode, in which it opens texts that it cannot represent. */
export function RichField({ path, label, value, onChange, error }: TextFieldProps) {
  const t = useTranslate();
  const id = useId();
  const labels = useEditorLabels();
  // the editor's content; a different `value` comes from outside (saved, draft discarded)
  const shown = useRef(value);
  const [isSource, setIsSource] = useState(false);
  const [isLossy, setIsLossy] = useState(false);
  const change = (html: string) => {
    shown.current = html;
    onChange(html);
  };
  const attributes = {
    "aria-label": label,
    "aria-multiline": "true",
    "aria-required": path.startsWith("en") ? "false" : "true",
    "data-path": path,
    role: "textbox",
    ...(error && { "aria-invalid": "true", "aria-describedby": `${id}error` }),
  };
  const editor = useEditor({
    extensions: richExtensions,
    content: value,
    injectNonce: styleNonce,
    shouldRerenderOnTransaction: false,
    editorProps: { attributes },
    onCreate: ({ editor: created }) => {
      if (canRepresent(created, value)) return;
      setIsLossy(true);
      setIsSource(true);
    },
    onUpdate: ({ editor: changed }) => change(tidyHtml(changed.getHTML())),
  });

  useEffect(() => {
    if (!editor || value === shown.current) return;
    shown.current = value;
    const next = createDocument(value, editor.schema);
    if (!next.eq(editor.state.doc)) editor.commands.setContent(value, { emitUpdate: false });
    setIsLossy(!canRepresent(editor, value));
  }, [editor, value]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: `attributes` is a new object each time, but only the error changes it
  useEffect(() => {
    editor?.setOptions({ editorProps: { attributes } });
  }, [editor, error]);

  const toggleSource = (next: boolean) => {
    if (!next && editor) {
      editor.commands.setContent(value, { emitUpdate: false });
      setIsLossy(!canRepresent(editor, value));
    }
    setIsSource(next);
  };

  return (
    <div>
      {isLossy && (
        <Alert color="yellow" mb="xs" role="status">
          {t(isSource ? "console.editor.lossySource" : "console.editor.lossy")}
        </Alert>
      )}
      <RichTextEditor editor={editor} labels={labels} withCodeHighlightStyles={false}>
        <RichToolbar editor={editor} isSource={isSource} onSource={toggleSource} />
        {isSource ? (
          <Textarea
            aria-label={t("console.editor.sourceOf", { label })}
            classNames={{ input: styles.source }}
            onChange={(event) => change(event.currentTarget.value)}
            rows={20}
            spellCheck={false}
            value={value}
            variant="unstyled"
          />
        ) : (
          <RichTextEditor.Content className={styles.content} />
        )}
      </RichTextEditor>
      {error && (
        <Input.Error id={`${id}error`} mt={4}>
          {error}
        </Input.Error>
      )}
    </div>
  );
}
