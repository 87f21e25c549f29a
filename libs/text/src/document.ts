import type { Item } from '@cairn/contracts';
import { isRepositoryFile } from '@cairn/domain';

/**
 * The text of an item that the word index holds: a message's speaker and content, else title, content and tags; of a note its path
 * too, of a file of a repository nothing. Line by line; a line break is no word, so a phrase may run on from a title into its text.
 */
export function wordText(item: Item): string {
  if (item.kind === 'message') return [item.speaker ?? '', item.content].join('\n');
  if (isRepositoryFile(item)) return '';
  return [item.title, item.content, ...item.tags, ...(item.kind === 'note' ? [item.path] : [])].join('\n');
}
