import type { RouteOutput } from '@cairn/contracts';
import Graph from 'graphology';
import forceAtlas2 from 'graphology-layout-forceatlas2';
import Sigma from 'sigma';

/** Fields of the answer that are drawn. */
type Explored = Pick<RouteOutput<'graphExplore'>, 'nodes' | 'relations'>;

const LAYOUT_STEPS = 120;
const colours = ['#0b5f5a', '#2f7fc1', '#9a6bc4', '#b5762a', '#7a8288'];

/** Draws a neighbourhood into a frame. Returns undefined if the browser has no WebGL. */
export function drawGraph(explored: Explored, frame: HTMLDivElement): Sigma | undefined {
  try {
    return new Sigma(laidOut(explored), frame, {
      renderEdgeLabels: true,
      labelSize: 14,
      edgeLabelSize: 12,
      edgeLabelColor: { color: '#3d474b' },
      labelRenderedSizeThreshold: 0,
      defaultEdgeType: 'arrow',
      allowInvalidContainer: true,
    });
  } catch {
    return undefined;
  }
}

/**
 * Lays out the nodes. The layout starts from a circle instead of random places, so that the same neighbourhood gives the same
 * picture.
 */
function laidOut({ nodes, relations }: Explored): Graph {
  const graph = new Graph({ multi: true });
  nodes.forEach(({ key, label, depth }, place) => {
    const angle = (place / nodes.length) * 2 * Math.PI;
    graph.mergeNode(key, {
      label,
      x: depth * Math.cos(angle),
      y: depth * Math.sin(angle),
      size: depth === 0 ? 12 : 8,
      color: colours[Math.min(depth, colours.length - 1)],
    });
  });
  for (const { fromKey, toKey, relationType } of relations)
    if (graph.hasNode(fromKey) && graph.hasNode(toKey))
      graph.addEdge(fromKey, toKey, { label: relationType, size: 2, color: '#6d787c' });
  if (graph.order > 2)
    forceAtlas2.assign(graph, { iterations: LAYOUT_STEPS, settings: forceAtlas2.inferSettings(graph) });
  return graph;
}
