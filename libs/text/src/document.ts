import type { Item } from '@cairn/contracts';

/**
 * What of an item the word index holds: a message's speaker and content, else title, content and tags; of a note its path too. Line
 * by line; a line break is no word, so a phrase may run on from a title into its text.
 */
export const wordText = (item: Item): string =>
  item.kind === 'message'
    ? [item.speaker ?? '', item.content].join('\n')
    : [item.title, item.content, ...item.tags, ...(item.kind === 'note' ? [item.path] : [])].join('\n');
