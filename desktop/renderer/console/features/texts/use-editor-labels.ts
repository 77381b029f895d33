import type { RichTextEditorProps } from "@mantine/tiptap";
import { useTranslate } from "../../lib/language.ts";

/** What the editor's buttons are called. */
export function useEditorLabels(): NonNullable<RichTextEditorProps["labels"]> {
  const t = useTranslate();
  const colourLabel = (colour: string) => t("console.editor.colour", { colour });
  return {
    h2ControlLabel: t("console.editor.h2"),
    h3ControlLabel: t("console.editor.h3"),
    h4ControlLabel: t("console.editor.h4"),
    boldControlLabel: t("console.editor.bold"),
    italicControlLabel: t("console.editor.italic"),
    underlineControlLabel: t("console.editor.underline"),
    strikeControlLabel: t("console.editor.strike"),
    subscriptControlLabel: t("console.editor.subscript"),
    superscriptControlLabel: t("console.editor.superscript"),
    clearFormattingControlLabel: t("console.editor.clear"),
    bulletListControlLabel: t("console.editor.bulletList"),
    orderedListControlLabel: t("console.editor.orderedList"),
    blockquoteControlLabel: t("console.editor.blockquote"),
    hrControlLabel: t("console.editor.rule"),
    alignLeftControlLabel: t("console.editor.left"),
    alignCenterControlLabel: t("console.editor.center"),
    alignRightControlLabel: t("console.editor.right"),
    alignJustifyControlLabel: t("console.editor.justify"),
    linkControlLabel: t("console.editor.link"),
    unlinkControlLabel: t("console.editor.unlink"),
    linkEditorInputLabel: t("console.editor.linkAddress"),
    linkEditorSave: t("console.editor.linkSave"),
    undoControlLabel: t("console.editor.undo"),
    redoControlLabel: t("console.editor.redo"),
    colorPickerControlLabel: t("console.editor.textColour"),
    colorPickerColorLabel: colourLabel,
    colorPickerCancel: t("console.shell.cancel"),
    colorPickerClear: t("console.editor.noColour"),
    colorPickerColorPicker: t("console.editor.otherColour"),
    colorPickerPalette: t("console.editor.palette"),
    colorPickerSave: t("console.shell.close"),
    tableInsertControlLabel: t("console.editor.table"),
    tableInsertLabel: (columns, rows) => t("console.editor.tableOf", { columns, rows }),
    tableDeleteControlLabel: t("console.editor.tableDelete"),
    tableColumnBeforeControlLabel: t("console.editor.columnBefore"),
    tableColumnAfterControlLabel: t("console.editor.columnAfter"),
    tableColumnDeleteControlLabel: t("console.editor.columnDelete"),
    tableRowBeforeControlLabel: t("console.editor.rowBefore"),
    tableRowAfterControlLabel: t("console.editor.rowAfter"),
    tableRowDeleteControlLabel: t("console.editor.rowDelete"),
    tableToggleHeaderRowControlLabel: t("console.editor.headerRow"),
    tableToggleHeaderColumnControlLabel: t("console.editor.headerColumn"),
    tableMergeCellsControlLabel: t("console.editor.merge"),
    tableSplitCellControlLabel: t("console.editor.split"),
  };
}
