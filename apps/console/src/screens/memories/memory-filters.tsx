import { NativeSelect, SimpleGrid, Switch, TextInput } from '@mantine/core';
import { categories } from 'virtual:routes';
import { AuthorField } from '../../parts/author-field.tsx';
import { Disclosure } from '../../parts/disclosure.tsx';
import { FilterField } from '../../parts/filter-field.tsx';
import type { MemoryFilters, MemoryRow } from './listed-memories.ts';

const all = { value: '', label: 'all' };

interface MemoryFilterFieldsProps {
  readonly filters: MemoryFilters;
  /** Rows that are shown, whose values the fields offer. */
  readonly rows: readonly MemoryRow[];
  readonly onChange: (some: Readonly<Record<string, string | undefined>>) => void;
}

/** Fields that choose which memories are listed: the search, and filters of which few are used at a time. */
export function MemoryFilterFields({ filters, rows, onChange }: MemoryFilterFieldsProps) {
  const { q, category, author, project, channel, tag, since, until, archived } = filters;
  const isFiltered = [author, project, channel, tag, since, until, archived].some(Boolean);
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <FilterField
          key={q}
          label="Search"
          placeholder="words"
          value={q}
          onChange={(value) => onChange({ q: value })}
        />
        <NativeSelect
          label="Kind"
          data={[all, ...categories]}
          value={category ?? ''}
          onChange={({ currentTarget }) => onChange({ category: currentTarget.value || undefined })}
        />
      </SimpleGrid>
      <Disclosure label="More filters" isOpen={isFiltered}>
        <MoreFilters filters={filters} rows={rows} onChange={onChange} />
      </Disclosure>
    </>
  );
}

function MoreFilters({ filters, rows, onChange }: MemoryFilterFieldsProps) {
  const { author, archived } = filters;
  const text = (
    field: 'project' | 'channel' | 'tag',
    known: (row: MemoryRow) => readonly (string | null | undefined)[],
  ) => ({
    value: filters[field],
    known: [...new Set(rows.flatMap(known))].filter((value) => value !== null && value !== undefined).sort(),
    onChange: (value: string | undefined) => onChange({ [field]: value }),
  });
  const day = (field: 'since' | 'until') => ({
    type: 'date',
    value: filters[field] ?? '',
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) =>
      onChange({ [field]: currentTarget.value || undefined }),
  });
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} mt="xs">
        <AuthorField value={author} onChange={(value) => onChange({ author: value })} />
        <FilterField key={`project ${filters.project}`} label="Project" {...text('project', (row) => [row.project])} />
        <FilterField key={`channel ${filters.channel}`} label="Channel" {...text('channel', (row) => [row.channel])} />
        <FilterField key={`tag ${filters.tag}`} label="Tag" {...text('tag', (row) => row.tags)} />
        <TextInput label="Since" {...day('since')} />
        <TextInput label="Until" {...day('until')} />
      </SimpleGrid>
      <Switch
        mt="sm"
        label="Archived and superseded too"
        checked={archived === 'yes'}
        onChange={({ currentTarget }) => onChange({ archived: currentTarget.checked ? 'yes' : undefined })}
      />
    </>
  );
}
