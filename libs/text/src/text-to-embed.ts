import type { Item } from '@cairn/contracts';
import { isRepositoryFile } from '@cairn/domain';

/**
 * The embedded text of every repository file. It is the same for all files, so that hundreds of manifests do not crowd
 * out other candidates.
 */
const FILE_TEXT = 'File';

/** The text of an item that is embedded: its title and content. A title with which the content begins is not repeated. */
export const textToEmbed = (item: Item): string =>
  isRepositoryFile(item) ? FILE_TEXT : titlePrefix(item) + item.content;

/** The prefix of the content in the embedded text; chunk offsets count from its start. */
export function titlePrefix(item: Item): string {
  if (item.kind === 'message' || item.content.startsWith(item.title)) return '';
  return `${item.title}\n`;
}
