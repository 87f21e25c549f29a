/** Formats a count with its noun: `one` if the count is 1, otherwise `many`. */
export const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
