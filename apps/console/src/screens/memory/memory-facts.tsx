import { Button } from '@mantine/core';
import type { RouteOutput } from '@cairn/contracts';
import type { ReactNode } from 'react';
import { RoutedAnchor } from '../../parts/routed-anchor.ts';
import { useNameOf } from '../../parts/principal-names.ts';
import { call } from '../../api/client.ts';
import { useAct, useRoute } from '../../api/queries.ts';
import { formatCount } from '../../parts/counted.ts';
import { describeValidity, formatDay } from '../../parts/days.ts';
import { channelQuery } from '../../parts/memory-link.tsx';
import { describeReaders } from '../../parts/readers.ts';
import { StoredName } from '../../parts/stored-text.tsx';
import { toastFailure, toastWithUndo } from '../../parts/toast.tsx';
import { When } from '../../parts/when.tsx';
import { useMay, useSession } from '../../session/session.ts';
import type { FoundMemory } from '../../parts/found-memory.ts';
import './memory-facts.css';

type Trace = RouteOutput<'trace'>;

/** Facts about a memory in words: who says it, from which conversation, when it holds, who can read it. */
export function MemoryFacts({ memory }: { memory: FoundMemory }) {
  const { holder } = useSession();
  const { data: trace } = useRoute('trace', { params: { id: memory.id }, ...channelQuery(memory.channel) });
  const { validFrom, validTo, subject, attribute, value, project, channel, goneSources } = memory;
  const about = [subject, attribute].filter((part) => part !== null).join(', ');
  const facts: readonly (readonly [name: string, fact: ReactNode])[] = [
    ['Said by', <Writer key="writer" memory={memory} />],
    ['Stored by', memory.writtenBy && writers[memory.writtenBy]],
    ['From', <Origin key="origin" memory={memory} trace={trace} />],
    ['Holds', describeValidity(validFrom, validTo)],
    ['Readers', <StoredName key="readers">{describeReaders(memory, holder?.teams)}</StoredName>],
    ['Confirmed', <Confirmation key="confirmation" memory={memory} />],
    ['Confidence', describeConfidence(memory)],
    ['Used', trace && describeUses(trace.uses)],
    ['About', about && <StoredName key="about">{value ? `${about}: ${value}` : about}</StoredName>],
    ['Project', project && <StoredName key="project">{project}</StoredName>],
    ['Channel', channel && <StoredName key="channel">{channel}</StoredName>],
    ['Lost', goneSources && `${formatCount(goneSources.length, 'source')} forgotten`],
  ];
  return (
    <dl className="facts" aria-label="Facts">
      {facts.map(([name, fact]) =>
        fact ? (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{fact}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}

const writers = { person: 'a person', agent: 'an agent', import: 'an import' } as const;

/** Author of a memory. An import that names none is said by nobody known, so that the importer is named as such. */
function Writer({ memory: { author, principalId, timestamp, createdAt } }: { memory: FoundMemory }) {
  const importer = useNameOf()(principalId);
  return (
    <>
      {author ? <StoredName>{author}</StoredName> : 'unknown'}
      {!author && importer && (
        <>
          , imported by <StoredName>{importer}</StoredName>
        </>
      )}
      , <When at={timestamp ?? createdAt} />
    </>
  );
}

/** Conversation or system from which the memory came. */
function Origin({ memory, trace }: { memory: FoundMemory; trace: Trace | undefined }) {
  const [said] = trace?.snapshot?.messages ?? [];
  if (!said) return <StoredName>{memory.source}</StoredName>;
  const { sessionKey, channel } = said;
  const search = { ...(channel !== null && { channel }), ...(sessionKey !== null && { session: sessionKey }) };
  return (
    <RoutedAnchor to="/conversations" search={search} size="sm">
      a conversation of {formatDay(said.timestamp ?? said.createdAt)}
    </RoutedAnchor>
  );
}

function Confirmation({ memory }: { memory: FoundMemory }) {
  const { confirmedAt, confirmedBy } = memory;
  const nameOf = useNameOf();
  if (confirmedAt === undefined)
    return (
      <>
        by nobody yet <ConfirmButton memory={memory} />
      </>
    );
  const name = (confirmedBy !== undefined && nameOf(confirmedBy)) || 'a person';
  return (
    <>
      by <StoredName>{name}</StoredName>, <When at={confirmedAt} />
    </>
  );
}

/** Button by which a person says that a memory is true. Agents cannot confirm. */
function ConfirmButton({ memory: { id, channel, state, title } }: { memory: FoundMemory }) {
  const { holder } = useSession();
  const mayWrite = useMay('writer');
  const target = { params: { id }, ...channelQuery(channel) };
  const confirm = useAct('confirmMemory', () =>
    toastWithUndo({
      says: `Confirmed: ${title}`,
      message: 'Confirmed: you say that it is true.',
      takeBack: () => call('unconfirmMemory', target),
    }),
  );
  if (!mayWrite || holder?.kind !== 'person' || state !== 'active') return null;
  return (
    <Button
      size="compact-xs"
      variant="default"
      loading={confirm.isPending}
      onClick={() => confirm.mutate(target, { onError: toastFailure })}
    >
      Confirm
    </Button>
  );
}

const SURE_MIN = 0.8;
const UNSURE_MAX = 0.5;

function describeConfidence({ declaredConfidence, confidence = declaredConfidence, trust }: FoundMemory): string {
  const word = confidence >= SURE_MIN ? 'high' : confidence > UNSURE_MAX ? 'medium' : 'low';
  return trust === 'disputed' ? `${word}: another memory says otherwise` : word;
}

const describeUses = (uses: Trace['uses']): string =>
  uses ? `in ${formatCount(uses.times, 'answer')} since ${formatDay(uses.since)}` : 'in no answer yet';
