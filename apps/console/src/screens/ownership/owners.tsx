import { Stack, Text, Title } from '@mantine/core';
import type { RouteOutput } from '@cairn/contracts';
import type { ReactNode } from 'react';
import { useRoute } from '../../api/queries.ts';
import { Empty } from '../../parts/empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { StoredName } from '../../parts/stored-text.tsx';
import { useMay } from '../../session/session.ts';
import { AnswerCard } from './answer-card.tsx';
import { Evidence } from './evidence.tsx';
import { OtherNames } from './other-names.tsx';
import { RelatedOwners } from './related-owners.tsx';
import { wordsOfRelation } from './relation-words.ts';
import { Unresolved } from './unresolved.tsx';

type Answer = RouteOutput<'graphOwners'>;
type Owner = Answer['owners'][number];

/** Owners of a thing as cards, and the things that it owns itself. */
export function Owners({ entity }: { entity: string }) {
  const found = useRoute('graphOwners', { body: { entity } });
  return <Loaded of={found}>{(answer) => <OwnersAnswer answer={answer} />}</Loaded>;
}

function OwnersAnswer({ answer }: { answer: Answer }) {
  const { named, owners, ownedBy, authors, quotes, namesakes, below } = answer;
  const mayMerge = useMay('manager');
  const thing = named.node?.label ?? named.name;
  if (named.resolution === 'ambiguous' || named.resolution === 'unknown')
    return <Unresolved named={named} field="entity" />;
  return (
    <Stack gap="xs" component="section" aria-label="Owners">
      {owners.length + ownedBy.length + namesakes.length === 0 && (
        <Empty title="No memory says who owns it">
          <p>Write one with the key c, such as “Ana owns {thing}.”, or import the repository with its CODEOWNERS.</p>
        </Empty>
      )}
      {owners.map((owner) => (
        <OwnerCard
          key={`${owner.key} ${owner.relationType}`}
          owner={owner}
          names={[owner.label, owner.via ?? thing]}
          quotes={quotes}
        >
          <b>
            <StoredName>{owner.label}</StoredName>
          </b>{' '}
          {wordsOfRelation(owner.relationType)} <StoredName>{thing}</StoredName>
          {owner.via && (
            <Text span c="dimmed">
              {' '}
              through <StoredName>{owner.via === '*' ? 'the rule for everything' : owner.via}</StoredName>
            </Text>
          )}
        </OwnerCard>
      ))}
      {ownedBy.length > 0 && (
        <Title order={2} size="h5">
          What <StoredName>{thing}</StoredName> owns
        </Title>
      )}
      {ownedBy.map((owned) => (
        <OwnerCard
          key={`${owned.key} ${owned.relationType}`}
          owner={owned}
          names={[thing, owned.label]}
          quotes={quotes}
        >
          <StoredName>{thing}</StoredName> {wordsOfRelation(owned.relationType)}{' '}
          <b>
            <StoredName>{owned.label}</StoredName>
          </b>
        </OwnerCard>
      ))}
      {mayMerge && named.node?.nodeType === 'person' && <OtherNames person={named.node} />}
      <RelatedOwners namesakes={namesakes} below={below} />
      {authors.length > 0 && (
        <Text size="sm">
          Written by <StoredName>{authors.map(({ label }) => label).join(', ')}</StoredName>
        </Text>
      )}
    </Stack>
  );
}

interface OwnerCardProps {
  readonly owner: Owner;
  /** Names in the line of the evidence. */
  readonly names: readonly string[];
  readonly quotes: Answer['quotes'];
  readonly children: ReactNode;
}

const OwnerCard = ({ owner, names, quotes, children }: OwnerCardProps) => (
  <AnswerCard
    label={owner.label}
    confidence={owner.confidence}
    isContradicted={owner.contradicted}
    evidence={<Evidence of={owner} names={names} quotes={quotes} />}
  >
    {children}
  </AnswerCard>
);
