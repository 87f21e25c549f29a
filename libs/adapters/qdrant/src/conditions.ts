/** Condition that a field has this value or is a list that contains it. */
export const matchValue = (key: string, value: string | number) => ({ key, match: { value } });

export const matchAny = (key: string, values: readonly string[]) => ({ key, match: { any: [...values] } });
