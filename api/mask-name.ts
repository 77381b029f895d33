/** Masks each word except its first letter and, from three letters on, its last: 홍*동, J**e V*****r. */
export const maskName = (name: string): string =>
  name.replace(/\S+/g, (word) => {
    const letters = Array.from(word);
    return letters
      .map((letter, place) =>
        place === 0 || (place === letters.length - 1 && letters.length > 2) ? letter : "*",
      )
      .join("");
  });
