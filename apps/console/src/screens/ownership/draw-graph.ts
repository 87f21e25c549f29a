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
const NARROW_LABEL_CHARS = 12;
const NARROW_PX = 500;
/** Widths over heights of the circles: wide, since names are, and high in a narrow frame. */
const WIDTH = 1.6;
const NARROW_WIDTH = 0.5;
/** Cell in pixels in which one label at most is drawn, so that labels do not overlap. */
const LABEL_CELL_PX = 100;
/** Number of nodes up to which each has its name, since circles of so few leave room for it. */
const ALL_NAMED_MAX = 12;

/** Draws a neighbourhood into a frame, without the names of relations, which a table beside it has. Returns undefined if the browser has no WebGL. */
export function drawGraph(
  explored: Explored,
  frame: HTMLDivElement,
  scheme: 'light' | 'dark' = 'light',
): Sigma | undefined {
  const { text, canvas } = coloursOf(scheme);
  const isNarrow = frame.clientWidth <= NARROW_PX;
  try {
    return new Sigma(graphOf(explored, { scheme, isNarrow }), frame, {
      labelSize: isNarrow ? 12 : 14,
      defaultDrawNodeLabel: labelOnCanvas(canvas),
      defaultDrawNodeHover: ringOnCanvas(canvas),
      labelColor: { color: text },
      labelRenderedSizeThreshold: 0,
      labelGridCellSize: LABEL_CELL_PX,
      labelDensity: 1,
      defaultEdgeType: 'arrow',
      stagePadding: isNarrow ? 50 : 110,
      allowInvalidContainer: true,
    });
  } catch {
    return undefined;
  }
}

interface Look {
  readonly scheme: 'light' | 'dark';
  readonly isNarrow: boolean;
}

function graphOf({ nodes, relations }: Explored, { scheme, isNarrow }: Look): Graph {
  const labelChars = isNarrow ? NARROW_LABEL_CHARS : LABEL_CHARS;
  const graph = new Graph({ multi: true });
  const colours = coloursOf(scheme);
  const places = placeNodes(nodes, relations, isNarrow ? NARROW_WIDTH : WIDTH);
  for (const { key, label, nodeType, depth } of nodes)
    graph.mergeNode(key, {
      label: label.length > labelChars ? `${label.slice(0, labelChars - 1)}…` : label,
      ...places.get(key),
      size: depth === 0 ? 12 : 8,
      forceLabel: !isNarrow && nodes.length <= ALL_NAMED_MAX,
      color: colours.ofType(nodeType),
    });
  for (const { fromKey, toKey } of relations)
    if (graph.hasNode(fromKey) && graph.hasNode(toKey)) graph.addEdge(fromKey, toKey, { size: 2, color: colours.line });
  return graph;
}
