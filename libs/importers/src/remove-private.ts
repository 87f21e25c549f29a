const TAG = /<(\/?)private\b[^<>]*>/gi;

/**
 * Text without what its writer marked as `<private>...</private>`. Spans may hold spans; one that is never closed
 * reaches to the end, since a forgotten end tag must not publish what stands behind it.
 */
export function removePrivate(text: string): string {
  let kept = '';
  let depth = 0;
  let from = 0;
  for (const tag of text.matchAll(TAG)) {
    if (depth === 0) kept += text.slice(from, tag.index);
    from = tag.index + tag[0].length;
    depth = tag[1] === '' ? depth + 1 : Math.max(0, depth - 1);
  }
  return depth === 0 ? kept + text.slice(from) : kept;
}
