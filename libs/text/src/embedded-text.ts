import type { Item } from '@cairn/contracts';
import { isRepositoryFile } from '@cairn/domain';

/** The embedded text of every repository file: one for all, so that hundreds of manifests do not crowd out other candidates. */
const FILE = 'File';

/** The text of an item that is embedded. A title that opens the content anyway is not said twice. */
export const embeddedText = (item: Item): string => (isRepositoryFile(item) ? FILE : titlePrefix(item) + item.content);

/** The prefix of the content in the embedded text; chunk offsets count from its start. */
export function titlePrefix(item: Item): string {
  if (item.kind === 'message' || item.content.startsWith(item.title)) return '';
  return `${item.title}\n`;
}
