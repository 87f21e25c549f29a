import type { Item } from '@cairn/contracts';
import { isRepositoryFile } from '@cairn/domain';

/**
 * The text of an item in the word index: the speaker and content of a message; the title, content and tags of any other item, and the
 * path of a note; nothing for a file of a repository. The fields are lines, and a phrase may cross the end of a line.
 */
export function wordText(item: Item): string {
  if (item.kind === 'message') return [item.speaker ?? '', item.content].join('\n');
  if (isRepositoryFile(item)) return '';
  return [item.title, item.content, ...item.tags, ...(item.kind === 'note' ? [item.path] : [])].join('\n');
}
