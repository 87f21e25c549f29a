import { Badge, Button, Code, Group, NativeSelect, Text, TextInput } from '@mantine/core';
import type { AuditAct, AuditKind, RouteInput, RouteOutput } from '@cairn/contracts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { auditActs, auditKinds } from 'virtual:routes';
import { useAudit } from '../api/pages.ts';
import { useRoute } from '../api/queries.ts';
import { Empty } from '../parts/empty.tsx';
import { Loaded } from '../parts/loaded.tsx';
import { MemoryLink } from '../parts/memory-link.tsx';
import { Page } from '../parts/page.tsx';
import { StoredName } from '../parts/stored-text.tsx';
import { When } from '../parts/when.tsx';
import { deedsOf, sentenceOf, type Deed } from './audit/sentence-of.ts';
import { Verify } from './audit/verify.tsx';

type Entry = RouteOutput<'listAudit'>['entries'][number];
type Query = NonNullable<RouteInput<'listAudit'>['query']>;

const PAGE_ENTRIES = 50;
const NIL = '00000000-0000-0000-0000-000000000000';

/** Screen of the audit log, newest first, with the verification of its chain. */
export function Audit() {
  const { who, act, kind, outcome, since } = useSearch({ strict: false });
  const query: Query = {
    limit: PAGE_ENTRIES,
    ...(who && { principalId: who as Entry['principalId'] }),
    ...(act && { act: act as AuditAct }),
    ...(kind && { kind: kind as AuditKind }),
    ...(outcome && { outcome: outcome as Entry['outcome'] }),
    ...(since && { sinceMs: new Date(`${since}T00:00`).getTime() }),
  };
  const pages = useAudit(query);
  const people = useRoute('listPrincipals', undefined);
  const all = [...(people.data?.principals ?? []), ...(people.data?.gone ?? [])];
  const names = new Map(all.map(({ principalId, name }) => [principalId as string, name]));
  return (
    <Page title="Audit" says="Every action and its author, newest first: ids, and no text" actions={<Verify />}>
      <Filters names={names} />
      <Loaded of={pages}>
        {(entries) =>
          entries.length === 0 ? (
            <Empty title="No such entry">
              <p>Choose fewer filters.</p>
            </Empty>
          ) : (
            <ul className="plain-list" aria-label="Entries">
              {deedsOf(entries).map((deed) => (
                <li key={deed.entries[0].number}>
                  <Row deed={deed} name={nameOf(deed.entries[0], names)} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {pages.hasMore && (
        <Button variant="default" onClick={pages.more}>
          Show older ones
        </Button>
      )}
    </Page>
  );
}

/** Filters of the log, kept in the address so that links can be shared. */
function Filters({ names }: { names: ReadonlyMap<string, string> }) {
  const { who, act, kind, outcome, since } = useSearch({ strict: false });
  const navigate = useNavigate();
  const set = (part: Record<string, string>) =>
    void navigate({
      to: '/audit',
      search: { who, act, kind, outcome, since, ...Object.fromEntries(Object.entries(part).map(withoutEmptyValue)) },
    });
  return (
    <Group align="flex-end">
      <NativeSelect
        label="Who"
        value={who ?? ''}
        onChange={({ currentTarget }) => set({ who: currentTarget.value })}
        data={[{ value: '', label: 'anybody' }, ...[...names].map(([value, label]) => ({ value, label }))]}
      />
      <Words label="Did" words={auditActs} value={act} onChange={(value) => set({ act: value })} />
      <Words label="To a" words={auditKinds} value={kind} onChange={(value) => set({ kind: value })} />
      <Words label="Outcome" words={['done', 'denied']} value={outcome} onChange={(value) => set({ outcome: value })} />
      <TextInput
        label="Since"
        type="date"
        value={since ?? ''}
        onChange={({ currentTarget }) => set({ since: currentTarget.value })}
      />
    </Group>
  );
}

const withoutEmptyValue = ([name, value]: [string, string]) => [name, value === '' ? undefined : value];

const nameOf = ({ principalId }: Entry, names: ReadonlyMap<string, string>) =>
  principalId === NIL ? 'the server' : (names.get(principalId) ?? `${principalId.slice(0, 8)}…`);

interface WordsProps {
  readonly label: string;
  readonly words: readonly string[];
  readonly value: string | undefined;
  readonly onChange: (value: string) => void;
}

const Words = ({ label, words, value, onChange }: WordsProps) => (
  <NativeSelect
    label={label}
    value={value ?? ''}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
    data={[{ value: '', label: 'anything' }, ...words]}
  />
);

function Row({ deed, name }: { deed: Deed; name: string }) {
  const { at, outcome } = deed.entries[0];
  return (
    <div className="list-row">
      <div className="list-row-text">
        <div className="list-row-title">
          <Text size="sm" style={{ flexShrink: 1 }}>
            <strong>
              <StoredName>{name}</StoredName>
            </strong>{' '}
            {sentenceOf(deed)}
          </Text>
          {outcome === 'denied' && (
            <Badge color="red" variant="light" tt="none">
              denied
            </Badge>
          )}
        </div>
        <Ids entries={deed.entries} />
      </div>
      <Text component="div" size="xs" c="dimmed">
        <When at={at} />
      </Text>
    </div>
  );
}

const SHOWN_MAX = 20;

/** Numbers and ids of the entries, behind a fold. The only memory of a line is a link. */
const Ids = ({ entries }: Deed) => (
  <details className="audit-ids">
    <summary>
      {entries.length === 1 ? `No. ${entries[0].number}` : `No. ${entries.at(-1)!.number} to ${entries[0].number}`}
    </summary>
    {entries.slice(0, SHOWN_MAX).map(({ number, kind, targetId, version, requestId }) => (
      <Text key={number} size="xs" className="stored-name">
        {number}: {targetId === NIL ? kind : <Target kind={kind} id={targetId} />}
        {kind === 'memory' && version > 1 && ` version ${version}`}
        {requestId && `, request ${requestId}`}
      </Text>
    ))}
    {entries.length > SHOWN_MAX && <Text size="xs">And {entries.length - SHOWN_MAX} more.</Text>}
  </details>
);

const Target = ({ kind, id }: { kind: Entry['kind']; id: string }) =>
  kind === 'memory' ? <MemoryLink id={id}>{id}</MemoryLink> : <Code>{id}</Code>;
