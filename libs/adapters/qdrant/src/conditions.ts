/** A field that has the value, or for a list holds it. */
export const is = (key: string, value: string | number) => ({ key, match: { value } });

export const any = (key: string, values: readonly string[]) => ({ key, match: { any: [...values] } });
