/** Path of a note and a range of its lines, counted from 1, both ends included. */
export interface Citation {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
}

/** Formats a citation as `path#L5-L8`, or as `path#L5` for one line. */
export const formatCitation = ({ path, startLine, endLine }: Citation): string =>
  startLine === endLine ? `${path}#L${startLine}` : `${path}#L${startLine}-L${endLine}`;

/** Parses the output of `formatCitation`; undefined for any other text, and if the end line is before the start line. */
export function parseCitation(text: string): Citation | undefined {
  const [, path, start, end = start] = /^(.+)#L([1-9]\d*)(?:-L([1-9]\d*))?$/s.exec(text) ?? [];
  if (path === undefined) return undefined;
  const citation = { path, startLine: Number(start), endLine: Number(end) };
  return citation.endLine < citation.startLine ? undefined : citation;
}

/** Decides whether citations are shown: `auto` shows them in direct conversations only. */
export function shouldShowCitations(citations: 'auto' | 'on' | 'off', conversation: 'direct' | 'group'): boolean {
  return citations === 'auto' ? conversation === 'direct' : citations === 'on';
}
