import { Text } from '@mantine/core';
import type { ListedRule } from '@cairn/contracts';
import { formatCount } from './counted.ts';
import './decision.css';
import { wordsOfRule } from './rule-words.ts';
import { StoredName, StoredText } from './stored-text.tsx';
import { When } from './when.tsx';

/** Text of a rule, its meaning as understood, its writer and confirmation, and the actions that it stopped. */
export function RuleSummary({ rule }: { rule: ListedRule }) {
  const { title, content, understood, isBinding, writtenBy, confirmed, stops, project, createdAt } = rule;
  const words = wordsOfRule(understood);
  return (
    <>
      {content !== title && <StoredText short>{content}</StoredText>}
      {words.map(({ text, isStopping }) => (
        <Text key={text} size="sm" className="rule-words">
          <StoredName>{text}</StoredName>
          <Text span size="xs" c="dimmed">
            {isBinding && isStopping ? ' (stops)' : ' (only warns)'}
          </Text>
        </Text>
      ))}
      <Text component="div" size="xs" c="dimmed" className="facts">
        <span>{stops ? <Stops stops={stops} /> : 'stopped nothing yet'}</span>
        <span>
          written by <StoredName>{writtenBy.name}</StoredName>
          {writtenBy.kind === 'agent' && ', an agent'}
        </span>
        <span>
          {confirmed ? (
            <>
              confirmed by <StoredName>{confirmed.by.name}</StoredName>
            </>
          ) : (
            'confirmed by nobody'
          )}
        </span>
        {project && <StoredName>{project}</StoredName>}
        <When at={createdAt} />
      </Text>
    </>
  );
}

const DAY_MS = 86_400_000;
const days = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** Names a day by its distance, such as `today`. */
const wordOfDay = (startOfDay: number): string => days.format(-Math.floor((Date.now() - startOfDay) / DAY_MS), 'day');

/** Actions that a rule stopped: how many, when last, and whose. */
export const Stops = ({ stops: { times, lastAt, whom } }: { stops: NonNullable<ListedRule['stops']> }) => (
  <>
    stopped {formatCount(times, 'action')}, last {wordOfDay(lastAt)}:{' '}
    {whom.map(({ principalId, name, times: own }, place) => (
      <span key={principalId}>
        {place > 0 && ', '}
        <StoredName>{name}</StoredName>
        {whom.length > 1 && ` ${own}×`}
      </span>
    ))}
  </>
);
