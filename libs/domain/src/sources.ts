import { DEMO_CHANNEL, DEMO_SOURCE, REPOSITORY_SOURCE, type ItemKind } from '@cairn/contracts';

/**
 * Tells whether an item is the text of a repository file, such as a manifest or CODEOWNERS. Such an item yields relations and can be
 * listed and read, but recalls never rank it.
 */
export const isRepositoryFile = (item: {
  readonly kind: ItemKind;
  readonly source: string;
  readonly category?: string | null;
}): boolean => item.kind === 'memory' && item.source.startsWith(REPOSITORY_SOURCE) && item.category !== 'decision';

/** Tells whether an item belongs to the demo: an answer includes it only when the question names that channel. */
export const isOfDemo = ({ source, channel }: { readonly source: string; readonly channel: string | null }): boolean =>
  source === DEMO_SOURCE && channel === DEMO_CHANNEL;
