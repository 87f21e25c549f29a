import { Spotlight, spotlight, type SpotlightActionData, type SpotlightActionGroupData } from '@mantine/spotlight';
import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useRoute } from './api/queries.ts';
import { useGoByLetter } from './go-by-letter.ts';
import { Icon } from './parts/icon.tsx';
import { openNewMemory } from './parts/memory-form/new-memory.ts';
import { screens } from './screens.ts';
import { useMay } from './session/session.ts';

const PAUSE_MS = 200;
const FOUND_MAX = 5;
const CHARS_MIN = 2;

export const openPalette = () => spotlight.open();

/** Command palette, opened by `/` or Ctrl+K: it finds memories, people and things, screens and actions. */
export function Palette() {
  const [query, setQuery] = useState('');
  useGoByLetter();
  const found = useFound(query.trim());
  const own = useOwnActions();
  return (
    <Spotlight
      query={query}
      onQueryChange={setQuery}
      actions={[...own, ...found].filter(({ actions }) => actions.length > 0)}
      shortcut={['mod + K', '/']}
      nothingFound="Nothing has these words. Enter other words, or choose a screen."
      searchProps={{
        placeholder: 'Find a memory, a person, a thing or a screen',
        'aria-label': 'Find',
        leftSection: <Icon name="ask" />,
      }}
      highlightQuery
      scrollable
      maxHeight={460}
    />
  );
}

/** Actions and screens that the signed-in person may use. */
function useOwnActions(): SpotlightActionGroupData[] {
  const navigate = useNavigate();
  const [mayRead, mayWrite, mayManage, mayAdmin] = [
    useMay('reader'),
    useMay('writer'),
    useMay('manager'),
    useMay('admin'),
  ];
  const may = { reader: mayRead, writer: mayWrite, manager: mayManage, admin: mayAdmin };
  const actions = [
    { label: 'New memory', says: 'Write down what the team should know', role: 'writer', run: () => openNewMemory() },
    { label: 'Connect an agent', says: 'Get the line for its client', role: 'reader', run: () => go('/agents') },
    {
      label: 'Invite somebody',
      says: 'Make a link that works once',
      role: 'manager',
      run: () => go('/people', { invite: '1' }),
    },
  ] as const;
  const go = (to: string, search = {}) => void navigate({ to, search });
  return [
    {
      group: 'Actions',
      actions: actions
        .filter(({ role }) => may[role])
        .map(({ label, says, run }) => ({ id: label, label, description: says, onClick: run })),
    },
    {
      group: 'Screens',
      actions: screens
        .filter(({ role }) => may[role])
        .map(({ path, label, says, letter, icon }) => ({
          ...{ id: path, label, description: `${says}  (g ${letter})`, leftSection: <Icon name={icon} /> },
          onClick: () => go(path),
        })),
    },
  ];
}

/** Memories, people and things that have the words, found by one request each once the person stops typing. */
function useFound(wanted: string): SpotlightActionGroupData[] {
  const navigate = useNavigate();
  const [query] = useDebouncedValue(wanted, PAUSE_MS);
  const enabled = useMay('reader') && query.length >= CHARS_MIN;
  const body = { query, sources: 'memories', limit: FOUND_MAX } as const;
  const memories = useRoute('recall', { body }, { enabled }).data?.hits ?? [];
  const things = useRoute('graphEntities', { query: { search: query, limit: FOUND_MAX } }, { enabled }).data;
  if (wanted === '') return [];
  const action = (id: string, label: string, description: string, open: () => Promise<void>): SpotlightActionData => ({
    // Keywords let the action pass the filter by words, since the server found it by meaning.
    ...{ id, label, description, keywords: wanted, onClick: () => void open() },
  });
  const ask = action('ask', `Ask “${wanted}”`, 'Search all that is stored', () =>
    navigate({ to: '/ask', search: { q: wanted } }),
  );
  return [
    { group: 'Search', actions: [ask] },
    {
      group: 'Memories',
      actions: memories.flatMap((hit) =>
        hit.kind === 'memory'
          ? [action(hit.memoryId, hit.title, hit.category, () => navigate({ to: `/memories/${hit.memoryId}` }))]
          : [],
      ),
    },
    {
      group: 'People and things',
      actions: (things?.entities ?? []).map(({ key, label, nodeType }) =>
        action(`thing ${key}`, label, nodeType, () => navigate({ to: '/ownership', search: { entity: key } })),
      ),
    },
  ];
}
