import { Badge, Button, Group, TextInput } from '@mantine/core';
import type { RouteOutput } from '@cairn/contracts';
import { Link } from '@tanstack/react-router';
import { useState, type FormEvent } from 'react';
import { useConversations } from '../../api/pages.ts';
import { formatCount } from '../../parts/counted.ts';
import { Empty } from '../../parts/empty.tsx';
import { ListRow, ROW_PX } from '../../parts/list-row.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { StoredName } from '../../parts/stored-text.tsx';
import { useFilters } from '../../parts/use-filters.ts';
import { VirtualList } from '../../parts/virtual-list.tsx';
import { lengthOf } from './length-of.ts';

type Conversation = RouteOutput<'listConversations'>['items'][number];

const PAGE_ITEMS = 50;

/** List of conversations, the newest first, with what was kept of each. */
export function ConversationList() {
  const [{ channel, project }, set] = useFilters('/conversations');
  const pages = useConversations({
    limit: PAGE_ITEMS,
    ...(channel && { channel }),
    ...(project && { project }),
  });
  return (
    <Page
      title="Conversations"
      says="Sessions of people with their agents, newest first"
      actions={
        <Button variant="default" size="xs" onClick={() => set({ view: 'messages' })}>
          All messages
        </Button>
      }
    >
      <Filter key={`${channel} ${project}`} />
      <Loaded of={pages}>
        {(conversations) =>
          conversations.length === 0 && !pages.hasMore ? (
            <Nothing isFiltered={Boolean(channel ?? project)} />
          ) : (
            <VirtualList
              label="Conversations"
              rows={conversations}
              estimatePx={ROW_PX}
              keyOf={({ sessionKey }) => sessionKey}
              onEnd={pages.more}
            >
              {(conversation) => <Row {...conversation} />}
            </VirtualList>
          )
        }
      </Loaded>
    </Page>
  );
}

const Row = (conversation: Conversation) => {
  const { sessionKey, title, writer, channel, project, source, messages, endedAt, proposals, memories } = conversation;
  return (
    <ListRow
      title={title || sessionKey}
      to="/conversations"
      search={{ session: sessionKey, channel: channel ?? undefined }}
      chips={
        <>
          {memories > 0 && (
            <Badge variant="light" tt="none">
              {formatCount(memories, 'memory', 'memories')} kept
            </Badge>
          )}
          {proposals > 0 && (
            <Badge variant="light" color="yellow" tt="none">
              {proposals} to review
            </Badge>
          )}
        </>
      }
      facts={[
        <StoredName key="writer">{writer.name}</StoredName>,
        writer.owner && <StoredName key="owner">{`of ${writer.owner}`}</StoredName>,
        project && <StoredName key="project">{project}</StoredName>,
        channel && <StoredName key="channel">{channel}</StoredName>,
        source,
        formatCount(messages, 'message'),
        lengthOf(conversation),
      ]}
      at={endedAt}
    />
  );
};

function Filter() {
  const [filters, set] = useFilters('/conversations');
  const [draft, setDraft] = useState({ channel: filters['channel'] ?? '', project: filters['project'] ?? '' });
  const show = (event: FormEvent) => {
    event.preventDefault();
    set({ channel: draft.channel || undefined, project: draft.project || undefined });
  };
  return (
    <form onSubmit={show}>
      <Group align="flex-end" gap="xs">
        <TextInput
          label="Channel"
          placeholder="all"
          value={draft.channel}
          onChange={({ currentTarget }) => setDraft({ ...draft, channel: currentTarget.value })}
        />
        <TextInput
          label="Project"
          placeholder="all"
          value={draft.project}
          onChange={({ currentTarget }) => setDraft({ ...draft, project: currentTarget.value })}
        />
        <Button type="submit" variant="default">
          Filter
        </Button>
      </Group>
    </form>
  );
}

const Nothing = ({ isFiltered }: { isFiltered: boolean }) => (
  <Empty title={isFiltered ? 'No conversation there' : 'No conversation yet'}>
    {isFiltered ? (
      <Link to="/conversations">Show all conversations</Link>
    ) : (
      <>
        <Link to="/agents">Connect an agent</Link> with its hooks, or <Link to="/imports">import conversations</Link>.
      </>
    )}
  </Empty>
);
