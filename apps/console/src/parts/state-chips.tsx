import { Badge } from '@mantine/core';
import type { RouteOutput } from '@cairn/contracts';
import { MemoryLink } from './memory-link.tsx';
import { StoredName } from './stored-text.tsx';
import { agoOf } from './when.tsx';

type Listed = RouteOutput<'listMemories'>['items'][number];
type Hit = Extract<RouteOutput<'recall'>['hits'][number], { kind: 'memory' }>;

interface StateChipsProps {
  readonly state: Hit['state'] | Listed['state'];
  readonly trust?: Listed['trust'] | undefined;
  readonly validTo?: number | null | undefined;
  /** Memory that took its place, if the reader sees it. */
  readonly successor?: { readonly id: string; readonly title?: string } | undefined;
}

/** Days before the end of a memory in which lists say that it ends. */
const ENDS_SOON_DAYS = 30;
const DAY_MS = 86_400_000;

/** Colours by the urgency of a state: orange for what may be wrong, grey for what is over. */
const looks: Readonly<Record<string, { readonly word: string; readonly color: string }>> = {
  proposed: { word: 'proposed', color: 'blue' },
  disputed: { word: 'contradicted', color: 'orange' },
  unconfirmed: { word: 'imported, not confirmed', color: 'orange' },
  suspect: { word: 'reads like planted instructions', color: 'orange' },
  archived: { word: 'archived', color: 'gray' },
  superseded: { word: 'superseded', color: 'gray' },
  deleted: { word: 'deleted', color: 'gray' },
  expired: { word: 'ended', color: 'gray' },
  upcoming: { word: 'not valid yet', color: 'gray' },
};

/** Chips of everything that limits how far a memory can be relied on. A memory that simply holds has none. */
export function StateChips({ state, trust, validTo, successor }: StateChipsProps) {
  const states = new Set([state, ...(trust !== undefined && trust !== 'confirmed' ? [trust] : [])]);
  return (
    <>
      {[...states].map((name) => looks[name] && <Chip key={name} {...looks[name]} />)}
      {successor && <Successor {...successor} />}
      {state === 'active' && <End at={validTo ?? null} />}
    </>
  );
}

const Chip = ({ word, color }: { word: string; color: string }) => (
  <Badge size="sm" variant="light" color={color} tt="none" className="chip">
    {word}
  </Badge>
);

const Successor = ({ id, title }: { id: string; title?: string }) => (
  <span className="chip">
    by <MemoryLink id={id}>{title === undefined ? 'another memory' : <StoredName>{title}</StoredName>}</MemoryLink>
  </span>
);

function End({ at }: { at: number | null }) {
  const left = at === null ? Infinity : at - Date.now();
  if (left > ENDS_SOON_DAYS * DAY_MS) return null;
  return <Chip word={`${left > 0 ? 'ends' : 'ended'} ${agoOf(left)}`} color={left > 0 ? 'yellow' : 'gray'} />;
}
