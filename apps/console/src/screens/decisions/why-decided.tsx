import { Card, Group, Stack, Text, Title } from '@mantine/core';
import type { RouteOutput } from '@cairn/contracts';
import { useRoute } from '../../api/queries.ts';
import { Copy } from '../../parts/copy.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { MemoryLink } from '../../parts/memory-link.tsx';
import { StoredName, StoredText } from '../../parts/stored-text.tsx';
import { adrOf } from './adr.ts';
import { groupSentences } from './group-sentences.ts';

type Why = RouteOutput<'why'>;
type Quotation = Why['evidence'][number];

/** The reasons of a decision, quoted from stored texts. */
export function WhyDecided({ decision }: { decision: string }) {
  const why = useRoute('why', { body: { decision } });
  return (
    <Loaded of={why}>
      {(found) =>
        found.decision === null ? (
          <Empty title="No decision about this is stored">
            <p>{found.nextStep ?? 'Ask in other words.'}</p>
          </Empty>
        ) : (
          <Explanation why={found} title={decision} />
        )
      }
    </Loaded>
  );
}

const Explanation = ({ why, title }: { why: Why; title: string }) => (
  <Stack>
    <Group>
      <Copy label="Copy as ADR" text={adrOf(why, title)} />
    </Group>
    <Title order={2} size="h5">
      Decision
    </Title>
    {why.decision && <Decided {...why.decision} />}
    {why.reversed.map(({ id, title, at, until }) => (
      <Text key={id} size="sm">
        Reversed, held {dayOf(at)} to {dayOf(until)}:{' '}
        <MemoryLink id={id}>
          <StoredName>{title}</StoredName>
        </MemoryLink>
      </Text>
    ))}
    <Part name="Said when it was decided" said={why.evidence} />
  </Stack>
);

const dayOf = (at: number | null) => (at === null ? 'an unknown day' : new Date(at).toISOString().slice(0, 10));

const Decided = ({ id, title, at, state, sentences }: NonNullable<Why['decision']>) => (
  <Card withBorder p="sm" component="blockquote" m={0}>
    <MemoryLink id={id} size="sm">
      <StoredName>{title}</StoredName>
    </MemoryLink>
    <Text size="sm" c="dimmed">
      decided {dayOf(at)}, {state === 'active' ? 'holds' : state}
    </Text>
    {groupSentences(sentences).map(({ name, texts }) => (
      <div key={name}>
        {name !== undefined && (
          <Text size="xs" c="dimmed" mt={4}>
            <StoredName>{name}</StoredName>
          </Text>
        )}
        <StoredText>{texts.join(' ')}</StoredText>
      </div>
    ))}
  </Card>
);

const Part = ({ name, said }: { name: string; said: readonly Quotation[] }) =>
  said.length === 0 ? null : (
    <Stack gap="xs">
      <Title order={2} size="h5">
        {name}
      </Title>
      {said.map((quotation, place) => (
        <Card key={place} withBorder p="sm" component="blockquote" m={0}>
          <StoredText>{quotation.text}</StoredText>
          {quotation.kind === 'message' ? (
            <Text size="sm">
              said by <StoredName>{quotation.title}</StoredName>
            </Text>
          ) : (
            <MemoryLink id={quotation.id} size="sm">
              <StoredName>{quotation.title}</StoredName>
            </MemoryLink>
          )}
        </Card>
      ))}
    </Stack>
  );
