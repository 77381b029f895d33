/** Picture of the final page, a separate file with a fixed name (docs/behaviour.md, "Final page"). */
export const finalCard = `${import.meta.env.BASE_URL}final-card.png`;
