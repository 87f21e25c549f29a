import { Text } from '@mantine/core';
import type { MouseEvent } from 'react';
import { RoutedAnchor } from '../../parts/routed-anchor.ts';
import { formatCount } from '../../parts/counted.ts';
import { MarkedAnswer } from '../../parts/marked-answer.tsx';
import { StateChips } from '../../parts/state-chips.tsx';
import { StoredName } from '../../parts/stored-text.tsx';
import { ROW_TARGET } from '../../parts/use-row-keys.ts';
import { When } from '../../parts/when.tsx';
import type { ShownHit } from './join-sources.ts';
import { addressOf, kindOf, speakerOf, timeOf, titleOf, type FoundHit } from './found-hit.ts';

interface HitRowProps {
  readonly hit: FoundHit;
  readonly place: number;
  readonly question: string;
  readonly isOpen: boolean;
  /** Messages of the answer that the memory came from. */
  readonly said?: ShownHit['said'] | undefined;
  /** Whether this hit likely answers. */
  readonly isSure?: boolean;
  /** Opens the hit beside the list; absent where there is no room, and the link opens the page of the hit. */
  readonly onOpen?: (() => void) | undefined;
}

/** Hit in a list: its title and state, the sentence that answers, and who said it when. */
export function HitRow({ hit, place, question, isOpen, said = [], isSure, onOpen }: HitRowProps) {
  const open = (event: MouseEvent) => {
    if (!onOpen || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    onOpen();
  };
  return (
    <article className="hit" aria-label={`Hit ${place}`} aria-current={isOpen ? 'true' : undefined}>
      <div className="hit-title">
        <RoutedAnchor {...addressOf(hit)} onClick={open} c="inherit" fw={600} size="sm" {...ROW_TARGET}>
          <StoredName>{titleOf(hit)}</StoredName>
        </RoutedAnchor>
        <HitChips hit={hit} />
      </div>
      <MarkedAnswer
        question={question}
        text={hit.content}
        title={hit.kind === 'message' ? undefined : hit.title}
        isSure={isSure}
        passage={hit.excerpt}
      />
      <HitFacts hit={hit} />
      {said.length > 0 && <SaidIn said={said} />}
    </article>
  );
}

/** Links to the messages that a memory came from. */
const SaidIn = ({ said }: { said: ShownHit['said'] }) => (
  <Text component="div" size="xs" c="dimmed" className="hit-facts">
    {said.map((message) => (
      <span key={message.messageId}>
        <RoutedAnchor {...addressOf(message)} size="xs">
          said by <StoredName>{speakerOf(message) ?? message.role}</StoredName>
          {message.channel && (
            <>
              {' in '}
              <StoredName>{message.channel}</StoredName>
            </>
          )}
        </RoutedAnchor>{' '}
        <When at={timeOf(message)} />
      </span>
    ))}
  </Text>
);

export function HitChips({ hit }: { hit: FoundHit }) {
  if (hit.kind !== 'memory') return hit.signals ? <StateChips state="active" trust="suspect" /> : null;
  const { state, trust, validTo, successor, associations } = hit;
  const title = associations?.find(({ memoryId }) => memoryId === successor)?.title;
  const by = successor && { id: successor, ...(title !== undefined && { title }) };
  return <StateChips state={state} trust={trust} validTo={validTo} successor={by || undefined} />;
}

/** Words behind the name of an author, by who stored what it says. */
const writers = { person: '', agent: ', an agent', import: ', imported' } as const;

/** Kind, speaker, time, project and channel of a hit, on one line. */
export function HitFacts({ hit }: { hit: FoundHit }) {
  const speaker = speakerOf(hit);
  const project = hit.kind === 'note' ? undefined : hit.project;
  const { goneSources = [], restatements = 0 } = hit.kind === 'memory' ? hit : {};
  return (
    <Text component="div" size="xs" c="dimmed" className="hit-facts">
      <span>{kindOf(hit)}</span>
      {speaker && (
        <span>
          <StoredName>{speaker}</StoredName>
          {hit.kind === 'memory' && hit.writtenBy && writers[hit.writtenBy]}
        </span>
      )}
      <When at={timeOf(hit)} />
      {project && (
        <span>
          <StoredName>{project}</StoredName>
        </span>
      )}
      {hit.channel && (
        <span>
          in <StoredName>{hit.channel}</StoredName>
        </span>
      )}
      {hit.kind === 'note' && <StoredName>{hit.citation}</StoredName>}
      {restatements > 0 && <span>said {formatCount(restatements, 'more time')}</span>}
      {goneSources.length > 0 && <span>{goneSources.length} of its sources forgotten</span>}
    </Text>
  );
}
