export interface Edge {
  readonly from: string;
  readonly to: string;
}

/** Finds cycles: groups of nodes that all reach each other (Tarjan's strongly connected components). Single nodes are left out. */
export function circlesOf(edges: readonly Edge[]): string[][] {
  const next = Map.groupBy(edges, ({ from }) => from);
  const order = new Map<string, number>();
  const stack: string[] = [];
  const circles: string[][] = [];

  const visit = (node: string): number => {
    const index = order.size;
    order.set(node, index);
    stack.push(node);
    let lowest = index;
    for (const { to } of next.get(node) ?? []) {
      const seen = order.get(to);
      if (seen === undefined) lowest = Math.min(lowest, visit(to));
      else if (stack.includes(to)) lowest = Math.min(lowest, seen);
    }
    if (lowest === index) {
      const circle = stack.splice(stack.indexOf(node));
      if (circle.length > 1) circles.push(circle.sort());
    }
    return lowest;
  };

  for (const node of next.keys()) if (!order.has(node)) visit(node);
  return circles;
}
