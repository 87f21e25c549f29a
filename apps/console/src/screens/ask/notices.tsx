import { Alert, Button } from '@mantine/core';
import { Empty } from '../../parts/empty.tsx';
import { openNewMemory } from '../../parts/memory-form/new-memory.ts';
import { useMay } from '../../session/session.ts';
import type { RecallAnswer } from './found-hit.ts';

type Flag = RecallAnswer['flags'][number];

/** Warnings about an answer as a whole. */
export const Notices = ({ degraded, flags }: Pick<RecallAnswer, 'degraded' | 'flags'>) => (
  <>
    {degraded.length > 0 && (
      <Alert color="yellow" title="Part of the search did not answer">
        Without {degraded.join(' and ')}. Health says how the indexes are.
      </Alert>
    )}
    {flags.map((flag) => (
      <Alert key={JSON.stringify(flag)} color="yellow" variant="light" p="xs" title={sentenceOf(flag)} />
    ))}
  </>
);

function sentenceOf(flag: Flag): string {
  if (flag.code === 'said-by-another') return `You asked for ${flag.asked}; what fits best was said by ${flag.by}.`;
  if (flag.code === 'foreign-topic') return 'Nothing stored is about this topic; these are only the nearest texts.';
  if (flag.code === 'nothing-in-channel')
    return `Nothing near this is of the channel ${flag.channel}, if there is one.`;
  if (flag.code === 'unsure')
    return `None of these has all that you asked: ${flag.missing.join(', ')} stands in none, or apart from the rest.`;
  if (flag.code === 'vectors-behind') return 'Something new is found by its words alone for some seconds yet.';
  if (flag.code !== 'contradiction') return 'Read this answer with care.';
  return `Two of these contradict each other${flag.between ? `: ${flag.between.join(' / ')}` : ''}.`;
}

/** Says that nothing was found, why, and what to do next. */
export function NothingFound({ answer, question }: { answer: RecallAnswer; question: string }) {
  const mayWrite = useMay('writer');
  return (
    <Empty title={answer.reason ? reasons[answer.reason] : 'Nothing found'}>
      <p>{describeSearched(answer)}</p>
      {answer.emptiedBy && <p>Emptied by: {answer.emptiedBy.join(', ')}.</p>}
      <p>{answer.nextStep ?? 'Ask in other words, or with fewer filters.'}</p>
      {mayWrite && (
        <Button variant="default" onClick={() => openNewMemory({ title: question })}>
          I know it: write it down
        </Button>
      )}
    </Empty>
  );
}

export const describeSearched = ({ searched }: RecallAnswer): string => `Searched ${searched.join(', ')}.`;

const reasons: Readonly<Record<NonNullable<RecallAnswer['reason']>, string>> = {
  'nothing-stored': 'Nothing found: nothing is stored yet',
  'no-match': 'Nothing found',
  'below-min-score': 'Nothing found above the least score',
  'foreign-topic': 'Nothing found: nothing stored is about this',
  'filtered-out': 'Nothing found with these filters',
};
