import { TextInput } from '@mantine/core';
import { useId, useState, type KeyboardEvent } from 'react';

interface FilterFieldProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly placeholder?: string;
  /** Values that are offered while typing. */
  readonly known?: readonly string[];
  readonly onChange: (value: string | undefined) => void;
}

/** Field of a filter by text. The filter changes once the field is left or the return key is pressed. */
export function FilterField({ label, value = '', placeholder, known = [], onChange }: FilterFieldProps) {
  const [draft, setDraft] = useState(value);
  const id = useId();
  const commit = () => {
    if (draft.trim() !== value) onChange(draft.trim() || undefined);
  };
  const commitByKey = ({ key, currentTarget }: KeyboardEvent<HTMLInputElement>) => {
    if (key === 'Enter') commit();
    // Leaves the field, so that the keys of the list work.
    if (key === 'Escape') currentTarget.blur();
  };
  return (
    <>
      <TextInput
        label={label}
        placeholder={placeholder ?? 'all'}
        list={id}
        value={draft}
        onChange={({ currentTarget }) => setDraft(currentTarget.value)}
        onBlur={commit}
        onKeyDown={commitByKey}
      />
      <datalist id={id}>
        {known.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </>
  );
}
