import { Spotlight, spotlight } from '@mantine/spotlight';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { screens } from './screens.ts';
import { useGoByLetter } from './go-by-letter.ts';
import { useSession } from './session/session.ts';

export const openPalette = () => spotlight.open();

/** Command palette, opened by `/` or Ctrl+K: the user types a question, or chooses a screen to open. */
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
  const ask = {
    id: 'ask-words',
    label: `Ask “${wanted}”`,
    description: 'Search all that is stored',
    keywords: wanted,
    onClick: () => void navigate({ to: '/ask', search: { q: wanted } }),
  };
  return (
    <Spotlight
      query={query}
      onQueryChange={setQuery}
      actions={wanted && holder ? [...places, ask] : places}
      shortcut={['mod + K', '/']}
      nothingFound="No screen has that name."
      searchProps={{ placeholder: 'Ask, or go to a screen', 'aria-label': 'Ask or go to' }}
      highlightQuery
      scrollable
      maxHeight={420}
    />
  );
}
