import { useNavigate } from '@tanstack/react-router';
import { useRef } from 'react';
import { useKeys } from './parts/use-keys.ts';
import { screens } from './screens.ts';

const PAUSE_MS = 1_000;

/** Handles a keyboard shortcut: `g` followed by a screen's letter opens that screen. */
export function useGoByLetter(): void {
  const navigate = useNavigate();
  const begunAt = useRef(-Infinity);
  useKeys(
    (event) => {
      const { key, timeStamp } = event;
      const screen = timeStamp - begunAt.current < PAUSE_MS ? screens.find(({ letter }) => letter === key) : undefined;
      begunAt.current = key === 'g' && !screen ? timeStamp : -Infinity;
      if (!screen) return;
      event.preventDefault();
      void navigate({ to: screen.path });
    },
    // The letter after `g` may be a key of the present screen.
    { isFirst: true },
  );
}
