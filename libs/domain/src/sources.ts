import { DEMO_CHANNEL, DEMO_SOURCE, REPOSITORY_SOURCE, type ItemKind } from '@cairn/contracts';

/**
 * Tells whether an item is the text of a repository file, such as a manifest or CODEOWNERS. The graph takes relations from
 * such an item, and it can be listed and read, but no recall ranks it.
 */
export const isRepositoryFile = (item: {
  readonly kind: ItemKind;
  readonly source: string;
  readonly category?: string | null;
}): boolean => item.kind === 'memory' && item.source.startsWith(REPOSITORY_SOURCE) && item.category !== 'decision';

/**
 * Tells whether an item belongs to the demo. An answer includes such items only if the question names the demo's channel.
 */
export const isOfDemo = ({ source, channel }: { readonly source: string; readonly channel: string | null }): boolean =>
  source === DEMO_SOURCE && channel === DEMO_CHANNEL;
