import { Badge, Button, Card, Group, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core';
import type { RouteOutput } from '@cairn/contracts';
import { useState, type FormEvent } from 'react';
import { useRoute } from '../api/queries.ts';
import { formatCount } from '../parts/counted.ts';
import { Empty } from '../parts/empty.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Markdown } from '../parts/markdown/markdown.tsx';
import { Page } from '../parts/page.tsx';
import { CairnCommand } from '../parts/program.tsx';
import { StoredName } from '../parts/stored-text.tsx';
import { useFilters } from '../parts/use-filters.ts';
import { When } from '../parts/when.tsx';

type Base = RouteOutput<'listKnowledgeBases'>['knowledgeBases'][number];

/** Screen of the knowledge bases; the chosen one (`base`) is searched. */
export function Documents() {
  const found = useRoute('listKnowledgeBases', undefined);
  const [{ base }, set] = useFilters('/documents');
  return (
    <Page title="Documents" says="Knowledge bases: documents that people and agents search apart from memories">
      <Loaded of={found}>
        {({ knowledgeBases }) => {
          if (knowledgeBases.length === 0) return <Nothing />;
          const chosen = knowledgeBases.find(({ knowledgeBaseId }) => knowledgeBaseId === base) ?? knowledgeBases[0]!;
          return (
            <>
              <SimpleGrid
                cols={{ base: 1, xs: 2, md: 3 }}
                spacing="sm"
                component="section"
                aria-label="Knowledge bases"
              >
                {knowledgeBases.map((one) => (
                  <BaseCard
                    key={one.knowledgeBaseId}
                    base={one}
                    isChosen={one === chosen}
                    onChoose={() => set({ base: one.knowledgeBaseId, q: undefined })}
                  />
                ))}
              </SimpleGrid>
              <Search key={chosen.knowledgeBaseId} base={chosen} />
            </>
          );
        }}
      </Loaded>
    </Page>
  );
}

const Nothing = () => (
  <Empty title="No knowledge base yet">
    Make one and fill it with documents: <CairnCommand>kb import NAME FILES</CairnCommand>
  </Empty>
);

interface BaseCardProps {
  readonly base: Base;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

const BaseCard = ({ base, isChosen, onChoose }: BaseCardProps) => (
  <Card withBorder p="sm">
    <Group justify="space-between" wrap="nowrap">
      <Title order={2} size="h5">
        <StoredName>{base.name}</StoredName>
      </Title>
      {!base.isActive && (
        <Badge variant="default" tt="none">
          off
        </Badge>
      )}
    </Group>
    {base.description && (
      <Text size="sm">
        <StoredName>{base.description}</StoredName>
      </Text>
    )}
    <Text size="xs" c="dimmed">
      {formatCount(base.memoryCount, 'section')}, changed <When at={base.updatedAt} />
    </Text>
    <Button
      mt="xs"
      size="compact-sm"
      variant={isChosen ? 'filled' : 'default'}
      onClick={onChoose}
      aria-pressed={isChosen}
    >
      {isChosen ? 'Chosen' : 'Choose'}
    </Button>
  </Card>
);

function Search({ base }: { base: Base }) {
  const [{ q }, set] = useFilters('/documents');
  const [draft, setDraft] = useState(q ?? '');
  const answer = useRoute(
    'queryKnowledge',
    { body: { knowledgeBaseId: base.knowledgeBaseId, query: q || ' ', limit: 10 } },
    { enabled: Boolean(q) },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    set({ q: draft.trim() || undefined });
  };
  return (
    <Stack>
      <form onSubmit={submit}>
        <Group align="flex-end">
          <TextInput
            label={`Search ${base.name}`}
            w={{ base: '100%', xs: 380 }}
            value={draft}
            onChange={({ currentTarget }) => setDraft(currentTarget.value)}
          />
          <Button type="submit">Search</Button>
        </Group>
      </form>
      {q && (
        <Loaded of={answer}>
          {({ chunks }) =>
            chunks.length === 0 ? (
              <Empty title="No section says that">Use other words, or another knowledge base.</Empty>
            ) : (
              <Sections chunks={chunks} />
            )
          }
        </Loaded>
      )}
    </Stack>
  );
}

const Sections = ({ chunks }: { chunks: RouteOutput<'queryKnowledge'>['chunks'] }) => (
  <>
    {chunks.map(({ memoryId, title, content, sourceUrl, chunkIndex, totalChunks }) => (
      <Card key={memoryId} withBorder p="sm" component="article" aria-label={title}>
        <Title order={3} size="h6">
          <StoredName>{title}</StoredName>
        </Title>
        <Text size="xs" c="dimmed" className="stored-name">
          {sourceUrl}
          {chunkIndex !== null && totalChunks !== null && ` section ${chunkIndex + 1} of ${totalChunks}`}
        </Text>
        <Markdown>{content}</Markdown>
      </Card>
    ))}
  </>
);
