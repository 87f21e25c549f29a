import { Badge, Button, SimpleGrid } from '@mantine/core';
import type { PrincipalId, RouteOutput } from '@cairn/contracts';
import { Link } from '@tanstack/react-router';
import { useConversations } from '../../api/pages.ts';
import { AuthorField } from '../../parts/author-field.tsx';
import { formatCount } from '../../parts/counted.ts';
import { Empty } from '../../parts/empty.tsx';
import { FilterField } from '../../parts/filter-field.tsx';
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
  const [{ channel, project, author, speaker }, set] = useFilters('/conversations');
  const pages = useConversations({
    limit: PAGE_ITEMS,
    ...(channel && { channel }),
    ...(project && { project }),
    ...(author && { authors: [author as PrincipalId] }),
    ...(speaker && { speaker }),
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
      <Filters />
      <Loaded of={pages}>
        {(conversations) =>
          conversations.length === 0 && !pages.hasMore ? (
            <Nothing isFiltered={Boolean(channel ?? project ?? author ?? speaker)} />
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

/** Fields that choose which conversations are listed. */
function Filters() {
  const [filters, set] = useFilters('/conversations');
  const text = (field: 'channel' | 'project' | 'speaker') => ({
    value: filters[field],
    onChange: (value: string | undefined) => set({ [field]: value }),
  });
  return (
    <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="xs">
      <AuthorField value={filters['author']} onChange={(author) => set({ author })} />
      <FilterField key={`speaker ${filters['speaker']}`} label="Speaker" {...text('speaker')} />
      <FilterField key={`project ${filters['project']}`} label="Project" {...text('project')} />
      <FilterField key={`channel ${filters['channel']}`} label="Channel" {...text('channel')} />
    </SimpleGrid>
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
