/** Joins pairs that share a member, by its key, into groups. Each member stands once in its group, in the order of the pairs. */
export function joinPairs<One>(pairs: readonly (readonly [One, One])[], keyOf: (one: One) => string): One[][] {
  const groups: One[][] = [];
  for (const own of pairs) {
    const keys = new Set(own.map(keyOf));
    const touched = groups.filter((group) => group.some((one) => keys.has(keyOf(one))));
    for (const group of touched) groups.splice(groups.indexOf(group), 1);
    groups.push([...new Map([...touched.flat(), ...own].map((one) => [keyOf(one), one])).values()]);
  }
  return groups;
}
