import type { RouteOutput } from '@cairn/contracts';
import Graph from 'graphology';
import forceAtlas2 from 'graphology-layout-forceatlas2';
import { useEffect, useRef, useState } from 'react';
import Sigma from 'sigma';

type Explored = RouteOutput<'graphExplore'>;

const STEPS = 120;
const colours = ['#0b5f5a', '#2f7fc1', '#9a6bc4', '#b5762a', '#7a8288'];

/** The picture of a neighbourhood; a click goes on from there. The table below it says the same in words. */
export function GraphCanvas({ explored, onNode }: { explored: Explored; onNode: (key: string) => void }) {
  const frame = useRef<HTMLDivElement>(null);
  const [isDrawn, setDrawn] = useState(true);
  const go = useRef(onNode);
  go.current = onNode;
  useEffect(() => {
    const sigma = draw(explored, frame.current!);
    setDrawn(sigma !== undefined);
    sigma?.on('clickNode', ({ node }) => go.current(node));
    return () => sigma?.kill();
  }, [explored]);
  return (
    <>
      <div
        ref={frame}
        className="graph"
        role="img"
        aria-label={`${explored.nodes.length} things and how they are related`}
      />
      {!isDrawn && <p>This browser draws no WebGL. The table has all that the picture would.</p>}
    </>
  );
}

function draw(explored: Explored, frame: HTMLDivElement): Sigma | undefined {
  try {
    return new Sigma(laidOut(explored), frame, {
      renderEdgeLabels: true,
      labelSize: 14,
      labelRenderedSizeThreshold: 0,
      defaultEdgeType: 'arrow',
      allowInvalidContainer: true,
    });
  } catch {
    // Without WebGL there is no picture.
    return undefined;
  }
}

/** The same neighbourhood gives the same picture: nodes begin on a circle, not at random. */
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
      graph.addEdge(fromKey, toKey, { label: relationType, size: 2, color: '#9aa5a8' });
  if (graph.order > 2) forceAtlas2.assign(graph, { iterations: STEPS, settings: forceAtlas2.inferSettings(graph) });
  return graph;
}
