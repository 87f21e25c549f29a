import { Anchor, Button, Card, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import type { RouteOutput } from '@cairn/contracts';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { useMemories } from '../api/pages.ts';
import { useRoute } from '../api/queries.ts';
import { Copy } from '../parts/copy.tsx';
import { Empty } from '../parts/empty.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Page } from '../parts/page.tsx';
import { MemoryLink } from '../parts/memory-link.tsx';
import { StoredName, StoredText } from '../parts/stored-text.tsx';
import { adrOf } from './decisions/adr.ts';

type Why = RouteOutput<'why'>;
type Quotation = Why['evidence'][number];

/** Screen of decisions with their reasons, both quoted from stored texts. */
export function Decisions() {
  const { q } = useSearch({ strict: false });
  return (
    <Page title="Decisions" says="Why something was decided, in its own words">
      <Question key={q} q={q ?? ''} />
      {q ? <Answer decision={q} /> : <Newest />}
    </Page>
  );
}

function Question({ q }: { q: string }) {
  const navigate = useNavigate();
  const [draft, setDraft] = useState(q);
  const ask = (event: FormEvent) => {
    event.preventDefault();
    void navigate({ to: '/decisions', search: { q: draft } });
  };
  return (
    <form onSubmit={ask}>
      <Group align="flex-end">
        <TextInput
          flex="1 1 16rem"
          label="Decision"
          placeholder="such as: RabbitMQ for billing"
          value={draft}
          onChange={({ currentTarget }) => setDraft(currentTarget.value)}
        />
        <Button type="submit">Why?</Button>
      </Group>
    </form>
  );
}

function Newest() {
  const pages = useMemories({ categories: ['decision'], limit: 20 });
  return (
    <Loaded of={pages}>
      {(decisions) =>
        decisions.length === 0 ? (
          <Empty title="No decision is stored yet">
            <p>Agents store them with crystal_remember and the category decision.</p>
          </Empty>
        ) : (
          <Stack gap="xs">
            {decisions.map(({ id, title }) => (
              <Anchor key={id} component={Link} to={`/decisions?q=${encodeURIComponent(title.slice(0, 200))}`}>
                <StoredName>{title}</StoredName>
              </Anchor>
            ))}
          </Stack>
        )
      }
    </Loaded>
  );
}

function Answer({ decision }: { decision: string }) {
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
    {sentences.map(({ text, heading, part }, place) => (
      <Text key={place} component="div">
        {(heading ?? part) && <StoredName>{`${heading ?? part}: `}</StoredName>}
        <StoredText>{text}</StoredText>
      </Text>
    ))}
    <MemoryLink id={id} size="sm">
      <StoredName>{title}</StoredName>
    </MemoryLink>
    <Text size="sm">
      decided {dayOf(at)}, {state}
    </Text>
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
