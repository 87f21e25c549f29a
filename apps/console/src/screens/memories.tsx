import { Badge, Group, Select, Switch, Text } from '@mantine/core';
import type { RouteOutput } from '@cairn/contracts';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemories } from '../api/pages.ts';
import { Empty } from '../parts/empty.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { MemoryLink } from '../parts/memory-link.tsx';
import { Page } from '../parts/page.tsx';
import { StoredName } from '../parts/stored-text.tsx';
import { VirtualList } from '../parts/virtual-list.tsx';
import { When } from '../parts/when.tsx';

type Memory = RouteOutput<'listMemories'>['items'][number];

const categories = 'decision lesson person rule event fact goal workflow conversation skill'.split(' ');
const PAGE_ITEMS = 100;

/** Screen of all memories that the reader may see, newest first. */
export function Memories() {
  const { category, archived } = useSearch({ strict: false });
  const navigate = useNavigate();
  const set = (search: Record<string, string | undefined>) =>
    void navigate({ to: '/memories', search: { category, archived, ...search } });
  const pages = useMemories({
    limit: PAGE_ITEMS,
    includeArchived: archived === 'yes',
    ...(category && { categories: [category as 'fact'] }),
  });
  return (
    <Page title="Memories" says="All stored memories, newest first">
      <Group align="flex-end">
        <Select
          label="Category"
          placeholder="all"
          data={categories}
          value={category ?? null}
          onChange={(value) => set({ category: value ?? undefined })}
          clearable
        />
        <Switch
          mb={8}
          label="Archived and superseded too"
          checked={archived === 'yes'}
          onChange={({ currentTarget }) => set({ archived: currentTarget.checked ? 'yes' : undefined })}
        />
      </Group>
      <Loaded of={pages}>
        {(memories) =>
          memories.length === 0 ? (
            <Nothing />
          ) : (
            <VirtualList label="Memories" rows={memories} estimatePx={64} keyOf={({ id }) => id} onEnd={pages.more}>
              {(memory) => <Row {...memory} />}
            </VirtualList>
          )
        }
      </Loaded>
    </Page>
  );
}

const Nothing = () => (
  <Empty title="No such memory">
    <p>
      Choose another category, <Link to="/imports">import a file</Link>, or <Link to="/agents">connect an agent</Link>{' '}
      that remembers.
    </p>
  </Empty>
);

const Row = ({ id, title, category, state, channel, author, timestamp, createdAt }: Memory) => (
  <div className="row">
    <Group justify="space-between" wrap="nowrap" align="flex-start">
      <MemoryLink id={id} channel={channel} fw={600}>
        <StoredName>{title}</StoredName>
      </MemoryLink>
      <Text size="sm" c="dimmed" style={{ flexShrink: 0 }}>
        <When at={timestamp ?? createdAt} />
      </Text>
    </Group>
    <Group gap="xs">
      <Badge variant="default" tt="none">
        {category}
      </Badge>
      {state !== 'active' && (
        <Badge color="orange" variant="light" tt="none">
          {state}
        </Badge>
      )}
      <Text size="sm" c="dimmed">
        {author && <StoredName>{author}</StoredName>}
        {channel && (
          <>
            {' '}
            in <StoredName>{channel}</StoredName>
          </>
        )}
      </Text>
    </Group>
  </div>
);
