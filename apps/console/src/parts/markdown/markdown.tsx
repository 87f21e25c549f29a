import { lazy, Suspense } from 'react';
import { StoredText } from '../stored-text.tsx';

const RenderedMarkdown = lazy(() =>
  import('./rendered-markdown.tsx').then(({ RenderedMarkdown: loaded }) => ({ default: loaded })),
);

/** Renders stored Markdown. HTML in it stays text, pictures become links, and nothing is loaded from other servers. */
export const Markdown = ({ children }: { children: string }) => (
  <Suspense fallback={<StoredText>{children}</StoredText>}>
    <RenderedMarkdown text={children} />
  </Suspense>
);
