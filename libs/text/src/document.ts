import type { Item } from '@cairn/contracts';
import { isRepositoryFile } from '@cairn/domain';

/**
 * The text of an item in the word index. For a message: its speaker and content. For a file of a repository: nothing.
 * For any other item: its title, content and tags, and the path of a note. Each field is a line, and a phrase may cross
 * the end of a line.
 */
export function wordText(item: Item): string {
  if (item.kind === 'message') return [item.speaker ?? '', item.content].join('\n');
  if (isRepositoryFile(item)) return '';
  return [item.title, item.content, ...item.tags, ...(item.kind === 'note' ? [item.path] : [])].join('\n');
}
