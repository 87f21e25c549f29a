import type { Item, Quotation } from '@cairn/contracts';
import { effectiveTime } from '@cairn/domain';
import { cutAtWord, headingsAt, sectionPathOf } from '@cairn/text';

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
    text: cutAtWord(text, QUOTATION_CHARS),
    at: effectiveTime(item),
    state: item.state,
  };
}
