import type { RouteOutput } from '@cairn/contracts';
import { useEffect, useRef, useState } from 'react';
import { drawGraph } from './draw-graph.ts';

type Explored = RouteOutput<'graphExplore'>;

interface GraphCanvasProps {
  readonly explored: Explored;
  readonly scheme: 'light' | 'dark';
  readonly onNode: (key: string) => void;
}

/** Picture of a neighbourhood. A click moves to a neighbour. The table below the picture has the same content as text. */
export function GraphCanvas({ explored, scheme, onNode }: GraphCanvasProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [isDrawn, setDrawn] = useState(true);
  const go = useRef(onNode);
  go.current = onNode;
  useEffect(() => {
    const sigma = drawGraph(explored, frame.current!, scheme);
    setDrawn(sigma !== undefined);
    sigma?.on('clickNode', ({ node }) => go.current(node));
    return () => sigma?.kill();
  }, [explored, scheme]);
  return (
    <>
      <div
        ref={frame}
        className="graph"
        role="img"
        aria-label={`${explored.nodes.length} things and how they are related`}
      />
      {!isDrawn && <p>This browser does not support WebGL. The table has the same content.</p>}
    </>
  );
}
