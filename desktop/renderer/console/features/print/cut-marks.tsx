import { a4, type PerSheet, sheetBadges, sheetStart } from "../../../../badge-papers.ts";
import styles from "./badge.module.css";

/** Between a badge and a mark, and the mark's own length, millimetres. */
const [gap, long] = [1, 6];

/** Short lines outside the badges, on each line that is cut along. */
export function CutMarks({ perSheet }: { readonly perSheet: PerSheet }) {
  const { width, height, columns, rows } = sheetBadges[perSheet];
  const { left, top } = sheetStart(perSheet);
  const across = Array.from({ length: columns + 1 }, (_, n) => left + n * width);
  const down = Array.from({ length: rows + 1 }, (_, n) => top + n * height);
  const ends = (start: number, whole: number) => [start - gap - long, whole - start + gap];
  const marks = [
    ...across.flatMap((x) => ends(top, a4.height).map((y) => ({ along: "column", x, y }))),
    ...down.flatMap((y) => ends(left, a4.width).map((x) => ({ along: "row", x, y }))),
  ];
  return (
    <div aria-hidden>
      {marks.map(({ along, x, y }) => (
        <span
          className={styles.mark}
          data-along={along}
          key={`${along} ${x} ${y}`}
          style={{ left: `${x}mm`, top: `${y}mm` }}
        />
      ))}
    </div>
  );
}
