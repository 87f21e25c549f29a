import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { screens } from './screens.ts';

const PAUSE_MS = 1_000;

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Handles a keyboard shortcut: `g` followed by a screen's letter opens that screen. */
export function useGoByLetter(): void {
  const navigate = useNavigate();
  useEffect(() => {
    let begunAt = -Infinity;
    const onKey = ({ key, ctrlKey, metaKey, altKey, target, timeStamp }: KeyboardEvent) => {
      if (ctrlKey || metaKey || altKey || isTyping(target)) return;
      const screen = timeStamp - begunAt < PAUSE_MS ? screens.find(({ letter }) => letter === key) : undefined;
      begunAt = key === 'g' && !screen ? timeStamp : -Infinity;
      if (screen) void navigate({ to: screen.path });
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [navigate]);
}
