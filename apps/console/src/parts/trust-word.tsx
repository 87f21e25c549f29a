import type { RouteOutput } from '@cairn/contracts';

type Trust = RouteOutput<'listMemories'>['items'][number]['trust'];

const words: Readonly<Record<NonNullable<Trust>, string>> = {
  proposed: 'waits for review',
  confirmed: 'confirmed by a person',
  disputed: 'another memory says otherwise',
};

/** Trust in a memory, in words. */
export const TrustWord = ({ trust }: { trust: Trust | undefined }) => (
  <span>{trust ? words[trust] : 'stated by its writer'}</span>
);
