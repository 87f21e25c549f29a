import { Badge, Button, Group, Paper, SimpleGrid, Stack, Tabs, Text } from '@mantine/core';
import { useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useRoute } from '../api/queries.ts';
import { Loaded } from '../parts/loaded.tsx';
import { channelQuery } from '../parts/memory-link.tsx';
import { Page } from '../parts/page.tsx';
import { StoredName, StoredText } from '../parts/stored-text.tsx';
import { When } from '../parts/when.tsx';
import { useMay } from '../session/session.ts';
import { ArchiveButton } from './memory/archive-button.tsx';
import { EditForm } from './memory/edit-form.tsx';
import type { FoundMemory } from './memory/found-memory.ts';
import { ForgetDialog } from './memory/forget-dialog.tsx';
import { Links } from './memory/links.tsx';
import { Revisions } from './memory/revisions.tsx';
import { isShareable, ShareDialog } from './memory/share-dialog.tsx';
import { Sources } from './memory/sources.tsx';
import { Understood } from './memory/understood.tsx';

type MemoryAction = 'update' | 'supersede' | 'share' | 'forget';

/** Screen of one memory: its text, origin and revisions, and all actions that correct the memory. */
export function MemoryScreen() {
  const { id } = useParams({ strict: false });
  const { channel }: { channel?: string } = useSearch({ strict: false });
  const found = useRoute('getMemory', { params: { id: id ?? '' }, ...channelQuery(channel) });
  return (
    <Loaded of={found}>
      {(item) => (item.kind === 'memory' ? <MemoryDetails key={item.id} memory={item} /> : null)}
    </Loaded>
  );
}

function MemoryDetails({ memory }: { memory: FoundMemory }) {
  const [doing, setDoing] = useState<MemoryAction>();
  const end = () => setDoing(undefined);
  return (
    <Page title={memory.title} says={<Head {...memory} />} actions={<Actions memory={memory} onDo={setDoing} />}>
      {doing === 'update' || doing === 'supersede' ? (
        <EditForm memory={memory} how={doing} onEnd={end} />
      ) : (
        <Paper withBorder p="md">
          <StoredText>{memory.content}</StoredText>
        </Paper>
      )}
      <ForgetDialog memory={memory} isOpen={doing === 'forget'} onEnd={end} />
      <ShareDialog memory={memory} isOpen={doing === 'share'} onEnd={end} />
      <Understood memory={memory} />
      <Facts memory={memory} />
      <Tabs defaultValue="revisions" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="revisions">Revisions</Tabs.Tab>
          <Tabs.Tab value="sources">Sources</Tabs.Tab>
          <Tabs.Tab value="links">Links</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="revisions" pt="md">
          <Revisions memory={memory} />
        </Tabs.Panel>
        <Tabs.Panel value="sources" pt="md">
          <Sources memory={memory} />
        </Tabs.Panel>
        <Tabs.Panel value="links" pt="md">
          <Links memory={memory} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

const Head = ({ author, timestamp, createdAt, category, state, tags }: FoundMemory) => (
  <Group gap="xs">
    <Badge variant="default" tt="none">
      {category}
    </Badge>
    <Badge variant="light" color={state === 'active' ? 'teal' : 'orange'} tt="none">
      {state}
    </Badge>
    {tags.map((tag) => (
      <Badge key={tag} variant="default" tt="none">
        <StoredName>{tag}</StoredName>
      </Badge>
    ))}
    <Text size="sm">
      {author && <StoredName>{author}</StoredName>} <When at={timestamp ?? createdAt} />
    </Text>
  </Group>
);

function Actions({ memory, onDo }: { memory: FoundMemory; onDo: (doing: MemoryAction) => void }) {
  if (!useMay('writer')) return null;
  return (
    <>
      {memory.state === 'active' && (
        <>
          <Button variant="default" size="xs" onClick={() => onDo('update')}>
            Edit
          </Button>
          <Button variant="default" size="xs" onClick={() => onDo('supersede')}>
            Supersede
          </Button>
        </>
      )}
      {isShareable(memory) && (
        <Button variant="default" size="xs" onClick={() => onDo('share')}>
          Share
        </Button>
      )}
      <ArchiveButton memory={memory} />
      <Button color="red" size="xs" onClick={() => onDo('forget')}>
        Forget
      </Button>
    </>
  );
}

function Facts({ memory }: { memory: FoundMemory }) {
  const { store, strength, declaredConfidence, confidence = declaredConfidence } = memory;
  const { visibility, channel, version, index, source, subject, attribute, value = null, goneSources } = memory;
  const facts: readonly (readonly [string, string | null])[] = [
    ['Store', store],
    ['Strength', strength.toFixed(2)],
    ['Confidence', confidence.toFixed(2)],
    ['Readers', visibility],
    ['Channel', channel],
    ['Version', String(version)],
    ['Word index', index.words],
    ['Vector index', index.vectors],
    ['Came from', source],
    ['Sources forgotten', goneSources ? String(goneSources.length) : null],
    ['Subject', subject],
    ['Attribute', attribute],
    ['Value', value],
  ];
  return (
    <SimpleGrid cols={{ base: 2, sm: 4, md: 6 }} spacing="xs">
      {facts
        .filter(([, value]) => value !== null)
        .map(([name, value]) => (
          <Stack key={name} gap={0}>
            <Text size="xs" c="dimmed">
              {name}
            </Text>
            <Text size="sm">
              <StoredName>{value ?? ''}</StoredName>
            </Text>
          </Stack>
        ))}
    </SimpleGrid>
  );
}
