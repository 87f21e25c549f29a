import { Group, Text, UnstyledButton } from '@mantine/core';
import { StoredName } from './stored-text.tsx';

interface Facet {
  readonly value: string;
  readonly label?: string;
  readonly count?: number;
}

interface FacetsProps {
  readonly label: string;
  readonly facets: readonly Facet[];
  /** Chosen value; undefined: all. */
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** Chips of the values of one field, with how many rows have each. A second press on the chosen one removes the filter. */
export const Facets = ({ label, facets, value, onChange }: FacetsProps) =>
  facets.length === 0 ? null : (
    <Group gap={6} role="group" aria-label={label}>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      {facets.map(({ value: own, label: name = own, count }) => (
        <UnstyledButton
          key={own}
          className="facet"
          aria-pressed={own === value}
          onClick={() => onChange(own === value ? undefined : own)}
        >
          <StoredName>{name}</StoredName>
          {count !== undefined && <span className="facet-count">{count.toLocaleString()}</span>}
        </UnstyledButton>
      ))}
    </Group>
  );
