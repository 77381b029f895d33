/** The picture of the final page, a file of its own under a fixed name (specification, section 7). */
export const finalCard = `${import.meta.env.BASE_URL}final-card.png`;
