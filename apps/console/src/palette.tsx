import { Spotlight, spotlight } from '@mantine/spotlight';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { screens } from './screens.ts';
import { useGoByLetter } from './go-by-letter.ts';
import { useSession } from './session/session.ts';

export const openPalette = () => spotlight.open();

/** Command palette, opened by `/` or Ctrl+K: the user types words to recall, or chooses a screen to open. */
export function Palette() {
  const navigate = useNavigate();
  const { holder } = useSession();
  const [query, setQuery] = useState('');
  useGoByLetter();
  const wanted = query.trim();
  const places = screens.map(({ path, label, says, letter }) => ({
    id: path,
    label,
    description: `${says}  (g ${letter})`,
    onClick: () => void navigate({ to: path }),
  }));
  const recall = {
    id: 'recall-words',
    label: `Recall “${wanted}”`,
    description: 'Search stored items',
    keywords: wanted,
    onClick: () => void navigate({ to: '/recall', search: { q: wanted } }),
  };
  return (
    <Spotlight
      query={query}
      onQueryChange={setQuery}
      actions={wanted && holder ? [...places, recall] : places}
      shortcut={['mod + K', '/']}
      nothingFound="Nothing of that name."
      searchProps={{ placeholder: 'Recall something, or go to a screen', 'aria-label': 'Recall or go to' }}
      highlightQuery
      scrollable
      maxHeight={420}
    />
  );
}
