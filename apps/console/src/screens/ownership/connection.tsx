import { Stack, Text } from '@mantine/core';
import type { RouteOutput, ShownRelation } from '@cairn/contracts';
import { useRoute } from '../../api/queries.ts';
import { Empty } from '../../parts/empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { StoredName } from '../../parts/stored-text.tsx';
import { AnswerCard } from './answer-card.tsx';
import { Evidence } from './evidence.tsx';
import { wordsOfRelation } from './relation-words.ts';
import { Unresolved } from './unresolved.tsx';

const WAYS_MAX = 3;
type Answer = RouteOutput<'graphConnection'>;

/** How two things are connected: each relation of the shortest ways as a card. */
export function Connection({ entity, other }: { entity: string; other: string }) {
  const found = useRoute('graphConnection', { body: { entityA: entity, entityB: other } });
  return <Loaded of={found}>{(answer) => <ConnectionAnswer answer={answer} />}</Loaded>;
}

function ConnectionAnswer({ answer }: { answer: Answer }) {
  const { namedA, namedB, outcome, directRelations, indirectPaths } = answer;
  if (outcome === 'unresolved')
    return namedA.node ? <Unresolved named={namedB} field="other" /> : <Unresolved named={namedA} field="entity" />;
  if (outcome !== 'connected')
    return (
      <Empty title="No connection found">
        <p>
          {outcome === 'not-connected'
            ? 'No chain of relations leads from one to the other.'
            : 'No chain of up to six relations was found within the limits.'}
        </p>
      </Empty>
    );
  return (
    <Stack gap="xs" component="section" aria-label="Connection">
      {directRelations.map((relation) => (
        <Step key={keyOf(relation)} relation={relation} />
      ))}
      {indirectPaths.slice(0, WAYS_MAX).map(({ hops, type }) => (
        <Stack key={type + hops.map(keyOf).join()} gap={4} role="group" aria-label="Way">
          <Text size="sm" c="dimmed">
            in {hops.length} steps
          </Text>
          {hops.map((hop) => (
            <Step key={keyOf(hop)} relation={hop} />
          ))}
        </Stack>
      ))}
    </Stack>
  );
}

const keyOf = ({ fromKey, relationType, toKey }: ShownRelation) => `${fromKey} ${relationType} ${toKey}`;

const Step = ({ relation }: { relation: ShownRelation }) => (
  <AnswerCard
    label={`${relation.fromLabel} ${wordsOfRelation(relation.relationType)} ${relation.toLabel}`}
    confidence={relation.confidence}
    isContradicted={relation.contradicted}
    evidence={<Evidence of={relation} names={[relation.fromLabel, relation.toLabel]} />}
  >
    <b>
      <StoredName>{relation.fromLabel}</StoredName>
    </b>{' '}
    {wordsOfRelation(relation.relationType)}{' '}
    <b>
      <StoredName>{relation.toLabel}</StoredName>
    </b>
  </AnswerCard>
);
