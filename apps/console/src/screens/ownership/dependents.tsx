import { Stack, Text } from '@mantine/core';
import { useRoute } from '../../api/queries.ts';
import { formatCount } from '../../parts/counted.ts';
import { Empty } from '../../parts/empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { StoredName } from '../../parts/stored-text.tsx';
import { AnswerCard } from './answer-card.tsx';
import { Evidence } from './evidence.tsx';
import { wordsOfRelation } from './relation-words.ts';
import { Unresolved } from './unresolved.tsx';

/** Everything that breaks if a thing changes, the nearest first, as cards. */
export function Dependents({ entity }: { entity: string }) {
  const found = useRoute('graphDependencies', { body: { entity, direction: 'needed_by' } });
  return (
    <Loaded of={found}>
      {({ named, chain, truncated }) => {
        if (named.resolution === 'ambiguous' || named.resolution === 'unknown')
          return <Unresolved named={named} field="entity" />;
        const labelByKey = new Map([
          [named.node?.key, named.node?.label ?? named.name],
          ...chain.map(({ key, label }) => [key, label] as const),
        ]);
        return (
          <Stack gap="xs" component="section" aria-label="Dependents">
            {chain.length === 0 ? (
              <Empty title="No memory says that something needs it">
                <p>Say it with the key c, such as “The shop depends on {named.node?.label ?? named.name}.”</p>
              </Empty>
            ) : (
              <Text>
                {formatCount(chain.length, 'thing')} may break{truncated && ', and more'}.
              </Text>
            )}
            {chain.map((row) => (
              <AnswerCard
                key={row.key}
                label={row.label}
                confidence={row.confidence}
                isContradicted={row.contradicted}
                evidence={<Evidence of={row} names={[row.label, labelByKey.get(row.parent) ?? row.parent]} />}
              >
                <b>
                  <StoredName>{row.label}</StoredName>
                </b>{' '}
                {wordsOfRelation(row.relationType)} <StoredName>{labelByKey.get(row.parent) ?? row.parent}</StoredName>
              </AnswerCard>
            ))}
          </Stack>
        );
      }}
    </Loaded>
  );
}
