/** Copies a column into a longer one. */
export function enlarged<Column extends Int32Array | Uint32Array | Float64Array | Uint8Array>(
  old: Column,
  length: number,
): Column {
  const larger = new (old.constructor as new (length: number) => Column)(length);
  larger.set(old as never);
  return larger;
}
