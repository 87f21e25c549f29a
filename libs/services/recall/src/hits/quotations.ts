import type { Item, Quotation } from '@cairn/contracts';
import { effectiveTime } from '@cairn/domain';
import { headingsAt, sectionPathOf } from '@cairn/text';

/** Greatest length of a quotation in characters; a longer sentence is cut. */
const QUOTATION_CHARS = 500;

/** Quotes a passage of an item verbatim, with its position. */
export function quotationOf(item: Item, { from, text }: { readonly from: number; readonly text: string }): Quotation {
  const section = item.kind === 'memory' ? [...sectionPathOf(item.title), ...headingsAt(item.content, from)] : [];
  return {
    id: item.id,
    kind: item.kind === 'memory' ? item.category : 'message',
    title: item.kind === 'message' ? (item.speaker ?? item.role) : item.title,
    ...(section.length > 0 && { section }),
    text: cutAtWord(text),
    at: effectiveTime(item),
    state: item.state,
  };
}

function cutAtWord(text: string): string {
  if (text.length <= QUOTATION_CHARS) return text;
  const cut = text.slice(0, QUOTATION_CHARS);
  return cut.slice(0, Math.max(cut.lastIndexOf(' '), QUOTATION_CHARS / 2)).toWellFormed();
}
