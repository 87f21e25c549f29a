import { Autocomplete, Button, Group } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState, type FormEvent } from 'react';
import { useRoute } from '../../api/queries.ts';

interface QuestionFormProps {
  /** Whether the question is about two things. */
  readonly isOfTwo: boolean;
  readonly entity: string;
  readonly other: string;
  readonly onAsk: (asked: { readonly entity: string; readonly other?: string }) => void;
}

/** Form for the names of one thing or two, completed while the user types. */
export function QuestionForm({ isOfTwo, entity, other, onAsk }: QuestionFormProps) {
  const [draft, setDraft] = useState({ entity: nameIn(entity), other: nameIn(other) });
  const ask = (event: FormEvent) => {
    event.preventDefault();
    onAsk(isOfTwo ? draft : { entity: draft.entity });
  };
  return (
    <form onSubmit={ask}>
      <Group align="flex-end">
        <NameField
          label={isOfTwo ? 'This' : 'Person, service, file or any other name'}
          value={draft.entity}
          onChange={(value) => setDraft((before) => ({ ...before, entity: value }))}
        />
        {isOfTwo && (
          <NameField
            label="and that"
            value={draft.other}
            onChange={(value) => setDraft((before) => ({ ...before, other: value }))}
          />
        )}
        <Button type="submit" disabled={draft.entity.trim() === '' || (isOfTwo && draft.other.trim() === '')}>
          Ask
        </Button>
      </Group>
    </form>
  );
}

/** Name in a key such as `service:billing`. */
const nameIn = (key: string): string => key.replace(/^[a-z]+:(?=[^/:]+$)/, '');

const TYPING_MS = 200;
const NAMES_MAX = 12;

interface NameFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function NameField({ label, value, onChange }: NameFieldProps) {
  const [typed] = useDebouncedValue(value.trim(), TYPING_MS);
  const all = useRoute('graphEntities', { query: { limit: 100 } });
  const found = useRoute(
    'graphEntities',
    { query: { search: typed, limit: NAMES_MAX } },
    { enabled: typed.length > 1 },
  );
  const entities = [...(found.data?.entities ?? []), ...(all.data?.entities ?? [])];
  const names = new Set(entities.flatMap((one) => [one.label, ...one.aliases]));
  names.delete('*');
  return (
    <Autocomplete
      flex="1 1 14rem"
      label={label}
      limit={NAMES_MAX}
      data={[...names]}
      value={value}
      onChange={onChange}
    />
  );
}
