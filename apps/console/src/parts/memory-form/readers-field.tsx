import { NativeSelect } from '@mantine/core';
import { describeReaders } from '../readers.ts';
import { useSession } from '../../session/session.ts';
import type { MemoryDraft } from './memory-draft.ts';

interface ReadersFieldProps {
  readonly draft: MemoryDraft;
  readonly onChange: (part: Partial<MemoryDraft>) => void;
  /** Whether the memory is a proposal: it stays in its channel, and its owner need not be the reader. */
  readonly isProposed: boolean;
}

/** Field for the readers of a new memory or of a proposal, which says in words who will find it. */
export function ReadersField({ draft, onChange, isProposed }: ReadersFieldProps) {
  const { holder } = useSession();
  const { channel } = draft;
  const everybody = describeReaders({ visibility: 'org', ...(isProposed && { channel }) });
  const data = [
    { value: 'org', label: capitalise(everybody) },
    ...(isProposed ? [] : [{ value: 'channel', label: 'The readers of a channel' }]),
    ...(holder?.teams ?? []).map(({ name }) => ({ value: `team:${name}`, label: `The team ${name}` })),
    { value: 'private', label: isProposed ? 'Its owner alone' : 'Only me' },
  ];
  const choose = (readers: string) => onChange({ readers, ...(readers === 'org' && !isProposed && { channel: '' }) });
  return (
    <NativeSelect
      label="Readers"
      description={sentenceOf(draft, isProposed)}
      data={data}
      value={draft.readers}
      onChange={({ currentTarget: { value } }) => choose(value)}
    />
  );
}

const capitalise = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

function sentenceOf({ readers, channel }: MemoryDraft, isProposed: boolean): string {
  if (readers === 'private' && isProposed) return 'Its owner and their agents find it, and nobody else.';
  if (readers === 'private') return 'You and your agents find it, and nobody else.';
  if (readers.startsWith('team:')) return 'Its members and their agents find it, and nobody else.';
  if (readers === 'org' && channel === '') return 'Everybody and every agent finds it.';
  return `All who can read ${channel || 'that channel'} find it: everybody, or its members if it is closed.`;
}
