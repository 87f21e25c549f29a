/** Limits a value to 0-1. */
export const clampToUnit = (value: number): number => Math.min(1, Math.max(0, value));
