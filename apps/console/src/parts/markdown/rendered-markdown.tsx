import { useMemo } from 'react';
import { markdownNodes } from './markdown-nodes.ts';
import './markdown.css';

/** Markdown as elements. It is a module of its own, since its parser is loaded only by screens that show Markdown. */
export function RenderedMarkdown({ text }: { text: string }) {
  const nodes = useMemo(() => markdownNodes(text), [text]);
  return (
    <div className="markdown" dir="auto">
      {nodes}
    </div>
  );
}
