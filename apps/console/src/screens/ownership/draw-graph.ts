import type { RouteOutput } from '@cairn/contracts';
import Graph from 'graphology';
import Sigma from 'sigma';
import { coloursOf } from './colours.ts';
import { labelOnCanvas, ringOnCanvas } from './draw-labels.ts';
import { placeNodes } from './place-nodes.ts';

/** Fields of the answer that are drawn. */
type Explored = Pick<RouteOutput<'graphExplore'>, 'nodes' | 'relations'>;

const LABEL_CHARS = 28;
/** Shorter names for a frame that is no wider, so that no label leaves it. */
const NARROW_LABEL_CHARS = 14;
const NARROW_PX = 500;
/** Cell in pixels in which one label at most is drawn, so that labels do not overlap. */
const LABEL_CELL_PX = 100;
/** More relations than this have no labels of their own: the table names them. */
const EDGE_LABELS_MAX = 5;

/** Draws a neighbourhood into a frame. Returns undefined if the browser has no WebGL. */
export function drawGraph(
  explored: Explored,
  frame: HTMLDivElement,
  scheme: 'light' | 'dark' = 'light',
): Sigma | undefined {
  const { text, canvas } = coloursOf(scheme);
  const isNarrow = frame.clientWidth <= NARROW_PX;
  const labelChars = isNarrow ? NARROW_LABEL_CHARS : LABEL_CHARS;
  try {
    return new Sigma(graphOf(explored, { scheme, labelChars }), frame, {
      renderEdgeLabels: explored.relations.length <= EDGE_LABELS_MAX,
      labelSize: 14,
      defaultDrawNodeLabel: labelOnCanvas(canvas),
      defaultDrawNodeHover: ringOnCanvas(canvas),
      labelColor: { color: text },
      edgeLabelSize: 12,
      edgeLabelColor: { color: text },
      labelRenderedSizeThreshold: 0,
      labelGridCellSize: LABEL_CELL_PX,
      labelDensity: 1,
      defaultEdgeType: 'arrow',
      stagePadding: isNarrow ? 90 : 110,
      allowInvalidContainer: true,
    });
  } catch {
    return undefined;
  }
}

interface Look {
  readonly scheme: 'light' | 'dark';
  readonly labelChars: number;
}

function graphOf({ nodes, relations }: Explored, { scheme, labelChars }: Look): Graph {
  const graph = new Graph({ multi: true });
  const colours = coloursOf(scheme);
  const places = placeNodes(nodes, relations);
  for (const { key, label, nodeType, depth } of nodes)
    graph.mergeNode(key, {
      label: label.length > labelChars ? `${label.slice(0, labelChars - 1)}…` : label,
      ...places.get(key),
      size: depth === 0 ? 12 : 8,
      color: colours.ofType(nodeType),
    });
  for (const { fromKey, toKey, relationType } of relations)
    if (graph.hasNode(fromKey) && graph.hasNode(toKey))
      graph.addEdge(fromKey, toKey, { label: relationType.replaceAll('_', ' '), size: 2, color: colours.line });
  return graph;
}
