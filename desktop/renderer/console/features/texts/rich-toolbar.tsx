import { RichTextEditor } from "@mantine/tiptap";
import { IconCode } from "@tabler/icons-react";
import { type Editor, useEditorState } from "@tiptap/react";
import type { MouseEvent } from "react";
import { useTranslate } from "../../lib/language.ts";
import styles from "./rich-field.module.css";

/** All have a contrast of at least 4.5:1 on white. */
const colours = ["#161b26", "#5a6271", "#b3261e", "#8a4b00", "#17683a", "#1d3f8f", "#5b2a86"];

interface Props {
  readonly editor: Editor | null;
  readonly isSource: boolean;
  readonly onSource: (isSource: boolean) => void;
}

/** Keeps the focus in the editor when a button is pressed; popovers are in a portal and may take the focus. */
const keepFocus = (event: MouseEvent<HTMLElement>) => {
  if (event.target instanceof Node && event.currentTarget.contains(event.target)) event.preventDefault();
};

/** Editor toolbar; table controls only appear inside a table. */
export function RichToolbar({ editor, isSource, onSource }: Props) {
  const t = useTranslate();
  const isInTable = useEditorState({
    editor,
    selector: ({ editor: current }) => current?.isActive("table") ?? false,
  });
  const { ControlsGroup: Group } = RichTextEditor;
  return (
    <RichTextEditor.Toolbar
      aria-label={t("console.editor.tools")}
      onMouseDown={keepFocus}
      role="toolbar"
      sticky
      stickyOffset={52}
    >
      {!isSource && (
        <>
          <Group>
            <RichTextEditor.H2 />
            <RichTextEditor.H3 />
            <RichTextEditor.H4 />
          </Group>
          <Group>
            <RichTextEditor.Bold />
            <RichTextEditor.Italic />
            <RichTextEditor.Underline />
            <RichTextEditor.Strikethrough />
            <RichTextEditor.Subscript />
            <RichTextEditor.Superscript />
            <RichTextEditor.ColorPicker colors={colours} />
            <RichTextEditor.ClearFormatting />
          </Group>
          <Group>
            <RichTextEditor.BulletList />
            <RichTextEditor.OrderedList />
            <RichTextEditor.Blockquote />
            <RichTextEditor.Hr />
          </Group>
          <Group>
            <RichTextEditor.AlignLeft />
            <RichTextEditor.AlignCenter />
            <RichTextEditor.AlignRight />
            <RichTextEditor.AlignJustify />
          </Group>
          <Group>
            <RichTextEditor.Link classNames={{ linkEditorExternalControl: styles.hidden ?? "" }} />
            <RichTextEditor.Unlink />
          </Group>
          <Group>
            <RichTextEditor.TableInsert maxColumns={6} maxRows={8} />
            {isInTable && (
              <>
                <RichTextEditor.TableColumnBefore />
                <RichTextEditor.TableColumnAfter />
                <RichTextEditor.TableColumnDelete />
                <RichTextEditor.TableRowBefore />
                <RichTextEditor.TableRowAfter />
                <RichTextEditor.TableRowDelete />
                <RichTextEditor.TableToggleHeaderRow />
                <RichTextEditor.TableToggleHeaderColumn />
                <RichTextEditor.TableMergeCells />
                <RichTextEditor.TableSplitCell />
                <RichTextEditor.TableDelete />
              </>
            )}
          </Group>
          <Group>
            <RichTextEditor.Undo />
            <RichTextEditor.Redo />
          </Group>
        </>
      )}
      <Group>
        <RichTextEditor.Control
          active={isSource}
          aria-label={t("console.editor.source")}
          aria-pressed={isSource}
          onClick={() => onSource(!isSource)}
          title={t("console.editor.source")}
        >
          <IconCode aria-hidden size={16} />
        </RichTextEditor.Control>
      </Group>
    </RichTextEditor.Toolbar>
  );
}
