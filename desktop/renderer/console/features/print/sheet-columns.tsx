/** The columns of a sheet's table with their parts of its width; without them they would move with what stands in them. */
export function SheetColumns({ widths }: { readonly widths: readonly string[] }) {
  return (
    <colgroup>
      {widths.map((width, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: columns never move
        <col key={index} width={width} />
      ))}
    </colgroup>
  );
}
