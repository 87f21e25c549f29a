import './home.css';
import { Button, Divider, Group as Row, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Fragment, useRef } from 'react';
import { useFeed } from '../../api/pages.ts';
import { useAct } from '../../api/queries.ts';
import { Empty } from '../../parts/empty.tsx';
import { Facets } from '../../parts/facets.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { StoredName } from '../../parts/stored-text.tsx';
import { toastFailure } from '../../parts/toast.tsx';
import { useFilters } from '../../parts/use-filters.ts';
import { useKeys } from '../../parts/use-keys.ts';
import { useRowKeys } from '../../parts/use-row-keys.ts';
import { When } from '../../parts/when.tsx';
import { actOnEntry, keyActs } from './entry-acts.ts';
import { FeedRow } from './feed-row.tsx';
import { countValues, deedOf, groupFeed, nameDay, type FeedEntry, type FeedGroup } from './feed-groups.ts';
import { SAMPLE_CHANNEL, SAMPLE_SOURCE } from './sample-team.ts';

const REFRESH_MS = 15_000;
const PAGE_ITEMS = 50;

interface FeedProps {
  /** Time until which the reader has seen everything; 0: never. */
  readonly seenUntil: number;
  readonly isSample: boolean;
}

/** Feed of what agents and people learned, by day and writer, with filters in the address. */
export function Feed({ seenUntil, isSample }: FeedProps) {
  const [{ project, writer, kind }] = useFilters('/');
  const sample = isSample ? { channel: SAMPLE_CHANNEL, source: SAMPLE_SOURCE } : {};
  const pages = useFeed(
    {
      ...{ limit: PAGE_ITEMS, ...sample },
      ...(project && { project }),
      ...(writer && { writer: writer as never }),
      ...(kind && { category: kind as 'fact' }),
    },
    REFRESH_MS,
  );
  const isFiltered = [project, writer, kind].some((filter) => filter !== undefined);
  return (
    <Stack gap="sm" component="section" aria-label="What changed">
      <Filters isSample={isSample} />
      <Loaded of={pages}>
        {(entries) =>
          entries.length === 0 ? (
            <NothingYet isFiltered={isFiltered} />
          ) : (
            <>
              <Groups entries={entries} seenUntil={seenUntil} />
              {pages.hasMore && (
                <Button variant="default" onClick={pages.more}>
                  Show older
                </Button>
              )}
            </>
          )
        }
      </Loaded>
    </Stack>
  );
}

const NothingYet = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <Empty title="Nothing with these filters">
      <Link to="/">Show everything</Link>
    </Empty>
  ) : (
    <Empty title="Nobody has learned anything yet">
      <Link to="/agents">Connect an agent</Link>, and what it learns stands here.
    </Empty>
  );

/** Chips of the latest page without filters, so that a filter does not remove its alternatives. */
function Filters({ isSample }: { isSample: boolean }) {
  const [{ project, writer, kind }, set] = useFilters('/');
  const sample = isSample ? { channel: SAMPLE_CHANNEL, source: SAMPLE_SOURCE } : {};
  const { data: entries = [] } = useFeed({ limit: PAGE_ITEMS, ...sample }, REFRESH_MS);
  const facets = [
    [
      'Project',
      'project',
      project,
      ({ project: name }: FeedEntry) => (name ? { value: name, label: name } : undefined),
    ],
    ['Agent', 'writer', writer, ({ by }: FeedEntry) => ({ value: by.principalId, label: by.name })],
    ['Kind', 'kind', kind, ({ category }: FeedEntry) => ({ value: category, label: category })],
  ] as const;
  return (
    <Stack gap={6}>
      {facets.map(([label, name, value, valueOf]) => {
        const counted = countValues(entries, valueOf);
        return counted.length < 2 && value === undefined ? null : (
          <Facets
            key={label}
            label={label}
            facets={counted}
            value={value}
            onChange={(chosen) => set({ [name]: chosen })}
          />
        );
      })}
    </Stack>
  );
}

function Groups({ entries, seenUntil }: { entries: readonly FeedEntry[]; seenUntil: number }) {
  const groups = groupFeed(entries, seenUntil).toSorted((one, other) => Number(other.isNew) - Number(one.isNew));
  const rows = groups.flatMap((group) => group.entries);
  const active = useRef<FeedEntry>(undefined);
  const { frame, onFocus } = useRowKeys<HTMLDivElement>({
    count: rows.length,
    onActive: (index) => (active.current = rows[index]),
  });
  useKeys(({ key }) => {
    const act = active.current && keyActs(active.current)[key];
    if (act && active.current) actOnEntry(act, active.current);
  });
  const firstSeen = groups.findIndex(({ isNew }) => !isNew);
  return (
    <div ref={frame} onFocus={onFocus}>
      {groups.map((group, place) => (
        <Fragment key={group.key}>
          {place === firstSeen && seenUntil > 0 && <SeenLine at={seenUntil} hasNew={place > 0} newest={rows[0]!.at} />}
          {(place === 0 || group.day !== groups[place - 1]!.day) && (
            <Title order={2} size="h5" mt="sm" mb={4}>
              {nameDay(group.day, Date.now())}
            </Title>
          )}
          <Group group={group} from={rows.indexOf(group.entries[0]!)} />
        </Fragment>
      ))}
    </div>
  );
}

/** Line between what is new and what was seen, with a button that moves it to the newest entry. */
function SeenLine({ at, hasNew, newest }: { at: number; hasNew: boolean; newest: number }) {
  const mark = useAct('recordVisit');
  return (
    <Row my="sm" gap="xs" wrap="nowrap">
      <Divider
        flex={1}
        label={
          <Text span size="sm" c="dimmed">
            {hasNew ? 'You saw the rest ' : 'Nothing new since you looked '}
            <When at={at} />
          </Text>
        }
      />
      {hasNew && (
        <Button
          size="compact-xs"
          variant="subtle"
          loading={mark.isPending}
          onClick={() => mark.mutate({ body: { seenUntil: newest } }, { onError: toastFailure })}
        >
          Mark all as seen
        </Button>
      )}
    </Row>
  );
}

/** Entries of one writer. `from` is the place of the first of them in the whole feed. */
function Group({ group, from }: { group: FeedGroup; from: number }) {
  const { by, project } = group.entries[0]!;
  return (
    <section className="feed-group">
      <Text size="sm" component="h3" className="feed-deed">
        <StoredName>{by.name}</StoredName>
        {by.owner && (
          <>
            {' '}
            of <StoredName>{by.owner.name}</StoredName>
          </>
        )}{' '}
        {deedOf(group)}
        {project && (
          <>
            {' '}
            in <StoredName>{project}</StoredName>
          </>
        )}
      </Text>
      <ul className="key-list">
        {group.entries.map((entry, place) => (
          <li key={entry.memoryId} data-index={from + place} tabIndex={-1}>
            <FeedRow entry={entry} />
          </li>
        ))}
      </ul>
    </section>
  );
}
