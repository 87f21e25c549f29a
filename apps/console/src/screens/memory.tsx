import { Badge, Group, Paper, Tabs, Text } from '@mantine/core';
import { useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useRoute } from '../api/queries.ts';
import { CorrectDialog } from '../parts/correct/correct-dialog.tsx';
import { Disclosure } from '../parts/disclosure.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { Markdown } from '../parts/markdown/markdown.tsx';
import { channelQuery } from '../parts/memory-link.tsx';
import { Page } from '../parts/page.tsx';
import { StateChips } from '../parts/state-chips.tsx';
import { StoredName } from '../parts/stored-text.tsx';
import { SuspectNotice } from '../parts/suspect-notice.tsx';
import type { FoundMemory } from '../parts/found-memory.ts';
import { ForgetDialog } from './memory/forget-dialog.tsx';
import { Links } from './memory/links.tsx';
import { MemoryActions, type MemoryAction } from './memory/memory-actions.tsx';
import { MemoryFacts } from './memory/memory-facts.tsx';
import { Revisions } from './memory/revisions.tsx';
import { ShareDialog } from './memory/share-dialog.tsx';
import { Sources } from './memory/sources.tsx';
import { Understood } from './memory/understood.tsx';
import './memory/memory.css';

/**
 * Screen of one memory: its text, facts about it, its history, and the actions that correct it. `?edit=yes` opens the form
 * that corrects it.
 */
export function MemoryScreen() {
  const { id } = useParams({ strict: false });
  const { channel, edit }: { channel?: string; edit?: string } = useSearch({ strict: false });
  const found = useRoute('getMemory', { params: { id: id ?? '' }, ...channelQuery(channel) });
  return (
    <Loaded of={found}>
      {(item) =>
        item.kind === 'memory' ? <MemoryDetails key={item.id} memory={item} isEdited={edit === 'yes'} /> : null
      }
    </Loaded>
  );
}

function MemoryDetails({ memory, isEdited: isEditedAtFirst }: { memory: FoundMemory; isEdited: boolean }) {
  const [doing, setDoing] = useState<MemoryAction | undefined>(isEditedAtFirst ? 'update' : undefined);
  const end = () => setDoing(undefined);
  return (
    <Page
      title={memory.title}
      says={<Head memory={memory} />}
      actions={<MemoryActions memory={memory} onDo={setDoing} />}
    >
      <div className="memory">
        <Paper withBorder p="md">
          <SuspectNotice signals={memory.signals}>
            It counts for less in answers, and stops no action, until a person confirms it.
          </SuspectNotice>
          <Markdown>{memory.content}</Markdown>
        </Paper>
        <Paper withBorder p="md" component="aside" aria-label="About this memory">
          <MemoryFacts memory={memory} />
          <Understood memory={memory} />
          <DeveloperFacts memory={memory} />
        </Paper>
      </div>
      {(doing === 'update' || doing === 'supersede') && (
        <CorrectDialog one={{ memoryId: memory.id, channel: memory.channel }} how={doing} onEnd={end} />
      )}
      <ForgetDialog memory={memory} isOpen={doing === 'forget'} onEnd={end} />
      <ShareDialog memory={memory} isOpen={doing === 'share'} onEnd={end} />
      <Tabs defaultValue="history" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="history">History</Tabs.Tab>
          <Tabs.Tab value="conversation">Conversation</Tabs.Tab>
          <Tabs.Tab value="related">Related</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="history" pt="md">
          <Revisions memory={memory} />
        </Tabs.Panel>
        <Tabs.Panel value="conversation" pt="md">
          <Sources memory={memory} />
        </Tabs.Panel>
        <Tabs.Panel value="related" pt="md">
          <Links memory={memory} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}

function Head({ memory: { id, channel, category, state, trust, validTo, tags } }: { memory: FoundMemory }) {
  const isOver = state === 'superseded';
  const { data } = useRoute('memoryLinks', { params: { id }, ...channelQuery(channel) }, { enabled: isOver });
  const successor = data?.links.find(({ relation }) => relation === 'superseded by');
  return (
    <Group gap="xs">
      <Badge variant="default" tt="none">
        {category}
      </Badge>
      <StateChips
        state={state}
        trust={trust}
        validTo={validTo}
        successor={successor && { id: successor.memoryId, title: successor.title }}
      />
      {tags.map((tag) => (
        <Text key={tag} size="sm" span>
          #<StoredName>{tag}</StoredName>
        </Text>
      ))}
    </Group>
  );
}

/** Fields of a memory that only matter to those who build on the server. */
function DeveloperFacts({ memory }: { memory: FoundMemory }) {
  const { id, store, strength, version, index, source, externalId } = memory;
  const facts: readonly (readonly [string, string | null])[] = [
    ['Id', id],
    ['Store', store],
    ['Strength', strength.toFixed(2)],
    ['Version', String(version)],
    ['Word index', index.words],
    ['Vectors', index.vectors],
    ['Source', source],
    ['External id', externalId],
  ];
  return (
    <Disclosure label="For developers">
      <dl className="facts">
        {facts.map(([name, value]) =>
          value === null ? null : (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                <StoredName>{value}</StoredName>
              </dd>
            </div>
          ),
        )}
      </dl>
    </Disclosure>
  );
}
