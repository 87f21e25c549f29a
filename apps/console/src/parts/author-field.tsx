import { NativeSelect } from '@mantine/core';
import { useRoute } from '../api/queries.ts';

const all = { value: '', label: 'all' };

interface AuthorFieldProps {
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** Field for the person or agent who wrote something. Others than managers find themselves and their agents. */
export function AuthorField({ value, onChange }: AuthorFieldProps) {
  const { data } = useRoute('listPrincipals', undefined);
  const everybody = [...(data?.principals ?? []), ...(data?.gone ?? [])];
  const ofKind = (isAgent: boolean) =>
    everybody
      .filter(({ kind }) => (kind === 'agent') === isAgent)
      .map(({ principalId, name }) => ({ value: principalId, label: name }));
  return (
    <NativeSelect
      label="Author"
      data={[all, { group: 'People', items: ofKind(false) }, { group: 'Agents', items: ofKind(true) }]}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
    />
  );
}
