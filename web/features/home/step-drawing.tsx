import styles from "./steps.module.css";

/** Drawings of the steps on a 48 px grid: form, approval, pass, visit. */
const drawings = [
  <g key="form">
    <path d="M13 9h22v30H13z" />
    <path d="M18 17h12M18 23h12M18 29h6" />
    <path className={styles.accent} d="M27 35l1-4 8-8 3 3-8 8z" />
  </g>,
  <g key="approval">
    <circle cx="20" cy="16" r="6.5" />
    <path d="M8 38c1-7.5 5.5-11 12-11 2.5 0 4.7.5 6.5 1.5" />
    <path className={styles.accent} d="M27 34.5l4.5 4.5L41 29.5" />
  </g>,
  <g key="pass">
    <path d="M12 15h24v25H12z" />
    <path d="M20 15V9h8v6" />
    <circle className={styles.accent} cx="24" cy="25" r="4" />
    <path className={styles.accent} d="M17.5 35.5c.8-3.4 3-5 6.5-5s5.7 1.6 6.5 5" />
  </g>,
  <g key="visit">
    <path d="M20 15V8h20v32H20v-7" />
    <path className={styles.accent} d="M7 24h23M23 17l7 7-7 7" />
  </g>,
];

export function StepDrawing({ step }: { readonly step: number }) {
  return (
    <svg aria-hidden="true" className={styles.drawing} focusable="false" viewBox="0 0 48 48">
      {drawings[step]}
    </svg>
  );
}
