interface Node {
  readonly key: string;
  readonly label: string;
  readonly nodeType: string;
  readonly depth: number;
}
interface Edge {
  readonly fromKey: string;
  readonly toKey: string;
}

/** Leaves out paths and the bare rule for everything (`*`), which hide the things in a picture; the asked one stays. */
export function foldPaths<Explored extends { readonly nodes: readonly Node[]; readonly relations: readonly Edge[] }>(
  explored: Explored,
): Explored {
  const nodes = explored.nodes.filter(
    ({ label, nodeType, depth }) => depth === 0 || (nodeType !== 'path' && label !== '*'),
  );
  const keys = new Set(nodes.map(({ key }) => key));
  const relations = explored.relations.filter(({ fromKey, toKey }) => keys.has(fromKey) && keys.has(toKey));
  return { ...explored, nodes, relations };
}
