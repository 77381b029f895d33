/** The picture of the final page, a file of its own under a fixed name (docs/behaviour.md, "Final page"). */
export const finalCard = `${import.meta.env.BASE_URL}final-card.png`;
