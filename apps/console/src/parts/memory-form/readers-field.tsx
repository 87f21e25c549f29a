import { NativeSelect } from '@mantine/core';
import { useSession } from '../../session/session.ts';
import type { MemoryDraft } from './memory-draft.ts';

interface ReadersFieldProps {
  readonly draft: MemoryDraft;
  readonly onChange: (part: Partial<MemoryDraft>) => void;
}

/** Field for the readers of a new memory, which says in words who will find it. */
export function ReadersField({ draft, onChange }: ReadersFieldProps) {
  const { holder } = useSession();
  const data = [
    { value: 'org', label: 'Everybody in the organisation' },
    { value: 'channel', label: 'The readers of a channel' },
    ...(holder?.teams ?? []).map(({ name }) => ({ value: `team:${name}`, label: `The team ${name}` })),
    { value: 'private', label: 'Only me' },
  ];
  return (
    <NativeSelect
      label="Readers"
      description={sentenceOf(draft)}
      data={data}
      value={draft.readers}
      onChange={({ currentTarget: { value } }) => onChange({ readers: value, ...(value === 'org' && { channel: '' }) })}
    />
  );
}

function sentenceOf({ readers, channel }: MemoryDraft): string {
  if (readers === 'private') return 'You and your agents find it, and nobody else.';
  if (readers.startsWith('team:')) return 'Its members and their agents find it, and nobody else.';
  if (readers === 'org') return 'Everybody and every agent finds it.';
  return `All who can read ${channel || 'that channel'} find it: everybody, or its members if it is closed.`;
}
