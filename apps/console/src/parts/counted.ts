/** Formats a number with its noun, in the singular for one. The console imports types alone from the contracts. */
export const counted = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`;
