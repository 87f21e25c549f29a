import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Empty } from '../parts/empty.tsx';
import { firstLineOf, gistOf } from '../parts/first-line.ts';
import { ListRow, ROW_PX } from '../parts/list-row.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { openNewMemory } from '../parts/memory-form/new-memory.ts';
import { Page } from '../parts/page.tsx';
import { StateChips } from '../parts/state-chips.tsx';
import { StoredName } from '../parts/stored-text.tsx';
import { useFilters } from '../parts/use-filters.ts';
import { VirtualList } from '../parts/virtual-list.tsx';
import { useMay } from '../session/session.ts';
import { useListedMemories, type MemoryFilters, type MemoryRow } from './memories/listed-memories.ts';
import { MemoryFilterFields } from './memories/memory-filters.tsx';

/** Screen of all memories that the reader may see, newest first. */
export function Memories() {
  const [search, set] = useFilters('/memories');
  const filters: MemoryFilters = search;
  const pages = useListedMemories(filters);
  const isFiltered = Object.values(search).some((value) => value !== undefined);
  return (
    <Page title="Memories">
      <MemoryFilterFields filters={filters} rows={pages.data ?? []} onChange={set} />
      <Loaded of={pages}>
        {(memories) =>
          memories.length === 0 ? (
            <Nothing isFiltered={isFiltered} onClear={() => set(clearAll(search))} />
          ) : (
            <VirtualList label="Memories" rows={memories} estimatePx={ROW_PX} keyOf={({ id }) => id} onEnd={pages.more}>
              {(memory) => <Row memory={memory} />}
            </VirtualList>
          )
        }
      </Loaded>
    </Page>
  );
}

const clearAll = (search: object) => Object.fromEntries(Object.keys(search).map((name) => [name, undefined]));

function Nothing({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const mayWrite = useMay('writer');
  if (isFiltered)
    return (
      <Empty title="No memory has all of this">
        <Button variant="default" onClick={onClear}>
          Remove the filters
        </Button>
      </Empty>
    );
  return (
    <Empty title="No memory is stored yet">
      <p>
        <Link to="/agents">Connect an agent</Link> that remembers, or <Link to="/imports">import a file</Link>.
      </p>
      {mayWrite && (
        <Button variant="default" onClick={() => openNewMemory()}>
          Write the first one
        </Button>
      )}
    </Empty>
  );
}

function Row({ memory }: { memory: MemoryRow }) {
  const { id, title, content, category, state, trust, validTo, channel, author, project, tags } = memory;
  const line = firstLineOf(gistOf({ category, text: content }));
  return (
    <ListRow
      title={title}
      to={`/memories/${id}`}
      search={channel === null ? {} : { channel }}
      chips={<StateChips state={state} trust={trust} validTo={validTo} />}
      facts={[
        category,
        author && <StoredName>{author}</StoredName>,
        project && <StoredName>{project}</StoredName>,
        channel && (
          <>
            in <StoredName>{channel}</StoredName>
          </>
        ),
        tags.length > 0 && <StoredName>{tags.map((tag) => `#${tag}`).join(' ')}</StoredName>,
        line !== title && <StoredName>{line}</StoredName>,
      ]}
      at={memory.timestamp ?? memory.createdAt}
    />
  );
}
