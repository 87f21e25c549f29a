interface Node {
  readonly key: string;
  readonly depth: number;
}
interface Edge {
  readonly fromKey: string;
  readonly toKey: string;
}
interface Place {
  readonly x: number;
  readonly y: number;
}

/** Turn of each circle against the one within, in radians, so that nodes of two circles are rarely in one line with the middle. */
const TURN = 0.35;

/**
 * Places each node on a circle around the asked one by its distance, beside the node through which it is reached. Nodes of
 * a circle have equal gaps, so that labels have room, and the same neighbourhood gives the same picture.
 */
export function placeNodes(
  nodes: readonly Node[],
  edges: readonly Edge[],
  /** Width over height of the circles. */
  width: number,
): ReadonlyMap<string, Place> {
  const angles = new Map<string, number>();
  const places = new Map<string, Place>();
  for (const [depth, ring] of [...Map.groupBy(nodes, (node) => node.depth)].toSorted(([one], [other]) => one - other)) {
    const ordered = ring.toSorted((one, other) => parentAngle(one, edges, angles) - parentAngle(other, edges, angles));
    ordered.forEach(({ key }, place) => {
      const angle = ((place + depth / 2) / ordered.length) * 2 * Math.PI + TURN * depth;
      angles.set(key, angle);
      places.set(key, { x: width * depth * Math.cos(angle), y: depth * Math.sin(angle) });
    });
  }
  return places;
}

/** Angle of a placed neighbour; 0 where no neighbour is placed yet. */
function parentAngle({ key }: Node, edges: readonly Edge[], angles: ReadonlyMap<string, number>): number {
  for (const { fromKey, toKey } of edges) {
    const angle = angles.get(fromKey === key ? toKey : toKey === key ? fromKey : '');
    if (angle !== undefined) return angle;
  }
  return 0;
}
