import { isRepositoryFile, type Item } from '@cairn/contracts';

/** Of all files of a repository one text is embedded, so that hundreds of manifests do not crowd answers out of the candidates. */
const FILE = 'File';

/** The text of an item that is embedded. A title that opens the content anyway is not said twice. */
export const embeddedText = (item: Item): string => (isRepositoryFile(item) ? FILE : titlePrefix(item) + item.content);

/** What stands before the content in the embedded text: offsets of a chunk count from its start. */
export function titlePrefix(item: Item): string {
  if (item.kind === 'message' || item.content.startsWith(item.title)) return '';
  return `${item.title}\n`;
}
