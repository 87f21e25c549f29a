/** Formats a number with its noun, singular for 1. It exists here since the console imports only types from the contracts. */
export const formatCount = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;
