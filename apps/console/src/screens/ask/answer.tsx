import { Alert, Group, Stack, Text } from '@mantine/core';
import type { RouteOutput } from '@cairn/contracts';
import { Empty } from '../../parts/empty.tsx';
import { HitCard } from './hit-card.tsx';

type RecallAnswer = RouteOutput<'recall'>;
type Flag = RecallAnswer['flags'][number];

/** Hits of one answer, best first, with warnings about the answer. */
export function Answer({ answer }: { answer: RecallAnswer }) {
  const { hits, confidence, flags, degraded } = answer;
  if (hits.length === 0) return <NoHit answer={answer} />;
  const most = Math.max(...hits.flatMap(({ parts = [] }) => parts.map(({ points }) => Math.abs(points))), 0.001);
  return (
    <Stack gap="sm">
      <Group gap="lg">
        <Text size="sm">
          {hits.length} {hits.length === 1 ? 'hit' : 'hits'}; the first is right with a confidence of{' '}
          <strong>{Math.round(confidence * 100)} %</strong>
        </Text>
        <Text size="sm">{describeSearched(answer)}</Text>
        {answer.explain && <Text size="sm">{Math.round(totalMs(answer.explain.timings))} ms</Text>}
      </Group>
      {degraded.length > 0 && (
        <Alert color="yellow" title="Part of the search did not answer">
          Without {degraded.join(' and ')}. Health says how the indexes are.
        </Alert>
      )}
      {flags.map((flag) => (
        <Alert key={JSON.stringify(flag)} color="yellow" variant="light" title={sentenceOf(flag)} />
      ))}
      {hits.map((hit, index) => (
        <HitCard key={idOf(hit)} hit={hit} place={index + 1} most={most} />
      ))}
    </Stack>
  );
}

const describeSearched = ({ searched }: RecallAnswer): string => `Searched ${searched.join(', ')}.`;

const NoHit = ({ answer }: { answer: RecallAnswer }) => (
  <Empty title={answer.reason ? reasons[answer.reason] : 'Nothing was found'}>
    <p>{describeSearched(answer)}</p>
    {answer.emptiedBy && <p>Emptied by: {answer.emptiedBy.join(', ')}.</p>}
    <p>{answer.nextStep ?? 'Ask in other words, or with fewer filters.'}</p>
  </Empty>
);

const reasons: Readonly<Record<NonNullable<RecallAnswer['reason']>, string>> = {
  'nothing-stored': 'Nothing is stored yet',
  'no-match': 'Nothing matches',
  'below-min-score': 'Everything was below the least score',
  'foreign-topic': 'Nothing stored is about this',
  'filtered-out': 'The filters leave nothing',
};

function sentenceOf(flag: Flag): string {
  if (flag.code === 'said-by-another') return `You asked for ${flag.asked}; what fits best was said by ${flag.by}.`;
  if (flag.code === 'foreign-topic') return 'Nothing stored is about this topic; these are only the nearest texts.';
  if (flag.code === 'nothing-in-channel')
    return `Nothing near this is of the channel ${flag.channel}, if there is one.`;
  if (flag.code === 'vectors-behind') return 'Something new is found by its words alone for some seconds yet.';
  if (flag.code !== 'contradiction') return 'Read this answer with care.';
  return `Two of these contradict each other${flag.between ? `: ${flag.between.join(' / ')}` : ''}.`;
}

const idOf = (hit: RecallAnswer['hits'][number]): string =>
  hit.kind === 'memory' ? hit.memoryId : hit.kind === 'message' ? hit.messageId : hit.sectionId;

const totalMs = (timings: Readonly<Record<string, number>>) =>
  timings['total'] ?? Object.values(timings).reduce((sum, ms) => sum + ms, 0);
