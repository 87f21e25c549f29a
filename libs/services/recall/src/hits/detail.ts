import type { Detail, Hit } from '@cairn/contracts';

/** Length in characters of the beginning of a message that serves as its title. */
const MESSAGE_TITLE_CHARS = 80;

/** Cuts the text of a hit to the requested detail; `cut` says which part is shown. */
export function cutToDetail(hit: Hit, detail: Detail): Hit {
  if (detail === 'full') return hit;
  if (detail === 'passages') return hit.excerpt ? cutHit(hit, hit.excerpt) : hit;
  return cutHit(hit, { from: 0, to: hit.kind === 'memory' ? 0 : MESSAGE_TITLE_CHARS });
}

function cutHit({ excerpt: _, ...hit }: Hit, part: { readonly from: number; readonly to: number }): Hit {
  const { content } = hit;
  const of = content.length;
  const from = Math.min(part.from, of);
  const to = isWithinPair(content, Math.min(part.to, of)) ? Math.min(part.to, of) - 1 : Math.min(part.to, of);
  if (from === 0 && to === of) return hit;
  return { ...hit, content: content.slice(from, to).toWellFormed(), cut: { from, to, of } };
}

/** Whether a cut at this position would split a surrogate pair. */
const isWithinPair = (text: string, at: number): boolean =>
  at > 0 && at < text.length && text.codePointAt(at - 1)! > 0xffff;
