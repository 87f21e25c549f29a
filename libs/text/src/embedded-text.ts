import type { Item } from '@cairn/contracts';

/** What of an item is embedded. A title that opens the content anyway is not said twice. */
export const embeddedText = (item: Item): string => titlePrefix(item) + item.content;

/** What stands before the content in the embedded text: offsets of a chunk count from its start. */
export function titlePrefix(item: Item): string {
  if (item.kind === 'message' || item.content.startsWith(item.title)) return '';
  return `${item.title}\n`;
}
