import { Badge, Button, Group, Table, Text, Title } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { RouteOutput } from '@cairn/contracts';
import { useRoute } from '../../api/queries.ts';
import '../../parts/decision.css';
import { Loaded } from '../../parts/loaded.tsx';
import { describeReaders } from '../../parts/readers.ts';
import { useWaitingConversations } from '../../parts/reading-progress.ts';
import { StoredName } from '../../parts/stored-text.tsx';
import { agoOf, When } from '../../parts/when.tsx';
import { WideTable } from '../../parts/wide-table.tsx';
import { mayHaveConversations, ProposeMemories } from './propose-memories.tsx';

export type PastImport = RouteOutput<'listImports'>['imports'][number];

interface PastImportsProps {
  readonly onUndo: (one: PastImport) => void;
  readonly onResume: (one: PastImport) => void;
}

interface RowProps extends PastImportsProps {
  readonly one: PastImport;
  readonly isAnyWaiting: boolean;
}

const REFRESH_MS = 30_000;

const columns = ['File', 'When', 'By', 'Readers', 'New', 'There already', 'Result', ''];

/** Table of the imports that the server keeps, from whatever device and of the command line, each with its undo. */
export function PastImports(acts: PastImportsProps) {
  const past = useRoute('listImports', {}, { refetchMs: REFRESH_MS });
  const isNarrow = useMediaQuery('(max-width: 48em)', false);
  const isAnyWaiting = useWaitingConversations() > 0;
  return (
    <section aria-label="Past imports">
      <Title order={2} size="h5">
        Past imports
      </Title>
      <Loaded of={past}>
        {({ imports }) =>
          imports.length === 0 ? (
            <Text size="sm" c="dimmed">
              None yet. Imports of the command line are listed here, too.
            </Text>
          ) : (
            <>
              {imports.some(({ format }) => mayHaveConversations(format)) && (
                <Text size="sm" c="dimmed">
                  Everything imported is found at once. Memories are proposed from its conversations only if you ask for
                  it.
                </Text>
              )}
              {isNarrow ? (
                <ul className="plain-list" aria-label="Past imports">
                  {imports.map((one) => (
                    <NarrowRow key={keyOf(one)} one={one} isAnyWaiting={isAnyWaiting} {...acts} />
                  ))}
                </ul>
              ) : (
                <WideTable label="Past imports" columns={columns}>
                  {imports.map((one) => (
                    <Row key={keyOf(one)} one={one} isAnyWaiting={isAnyWaiting} {...acts} />
                  ))}
                </WideTable>
              )}
            </>
          )
        }
      </Loaded>
    </section>
  );
}

const keyOf = ({ by, importId }: PastImport) => `${by.principalId} ${importId}`;
const readersOf = ({ readers, by }: PastImport) => describeReaders({ visibility: readers, owner: by.name });

/** Row on a phone, where a table has no room for its result and its buttons. */
const NarrowRow = ({ one, ...acts }: RowProps) => (
  <li className="decision">
    <Text size="sm" fw={600}>
      <StoredName>{one.name}</StoredName>
    </Text>
    <Text component="div" size="xs" c="dimmed" className="facts">
      <span>{one.format}</span>
      <When at={one.startedAt} />
      <span>
        by <StoredName>{one.by.name}</StoredName>
      </span>
      <StoredName>{readersOf(one)}</StoredName>
      <span>{one.created} new</span>
      {one.present > 0 && <span>{one.present} there already</span>}
    </Text>
    <Group justify="space-between" gap="xs" mt={4}>
      <Text component="div" size="sm">
        <Result {...one} />
      </Text>
      {one.undone === null && <Acts one={one} {...acts} />}
    </Group>
  </li>
);

const Row = ({ one, ...acts }: RowProps) => (
  <Table.Tr>
    <Table.Td miw={140}>
      <StoredName>{one.name}</StoredName>
      <Text size="xs" c="dimmed">
        {one.format}
      </Text>
    </Table.Td>
    <Table.Td>
      <When at={one.startedAt} />
    </Table.Td>
    <Table.Td miw={90}>
      <StoredName>{one.by.name}</StoredName>
    </Table.Td>
    <Table.Td>
      <StoredName>{readersOf(one)}</StoredName>
    </Table.Td>
    <Table.Td>{one.created}</Table.Td>
    <Table.Td>{one.present}</Table.Td>
    <Table.Td miw={160}>
      <Result {...one} />
    </Table.Td>
    <Table.Td>{one.undone === null && <Acts one={one} {...acts} />}</Table.Td>
  </Table.Tr>
);

/** Buttons of an import. One that broke off can have stored more than its client reported, so it can always be undone. */
function Acts({ one, isAnyWaiting, onUndo, onResume }: RowProps) {
  const isBroken = one.state === 'stopped' || one.state === 'interrupted';
  const button = (act: string, onClick: (chosen: PastImport) => void) => (
    <Button size="compact-xs" variant="default" onClick={() => onClick(one)} aria-label={`${act} ${one.name}`}>
      {act}
    </Button>
  );
  return (
    <Group justify="flex-end" gap="xs" wrap="nowrap">
      {isBroken && button('Resume', onResume)}
      {one.created > 0 && mayHaveConversations(one.format) && (
        <ProposeMemories importId={one.importId} name={one.name} isAnyWaiting={isAnyWaiting} />
      )}
      {(isBroken || one.created > 0) && button('Undo', onUndo)}
    </Group>
  );
}

/** Says how fast an import goes and when it ends: `running, 120 a second, done in 3 minutes`. */
const describePace = (pace: PastImport['pace']): string => {
  if (pace === null) return 'running';
  const end = pace.secondsLeft === null ? [] : [`done ${agoOf(1000 * pace.secondsLeft)}`];
  return ['running', `${Math.round(pace.perSecond)} a second`, ...end].join(', ');
};

function Result({ state, pace, problem, failed, failures, undone }: PastImport) {
  if (undone)
    return (
      <>
        undone by <StoredName>{undone.by.name}</StoredName>
      </>
    );
  if (state === 'complete' && failed === 0) return <>done</>;
  if (state === 'running') return <>{describePace(pace)}</>;
  return (
    <>
      <Badge color="red" variant="light" tt="none">
        {state === 'complete' ? `${failed} not stored` : state}
      </Badge>
      {problem !== null && (
        <Text size="xs">
          <StoredName>{problem}</StoredName>
        </Text>
      )}
      {failures.length > 0 && <Failures failed={failed} failures={failures} />}
    </>
  );
}

const Failures = ({ failed, failures }: Pick<PastImport, 'failed' | 'failures'>) => (
  <details>
    <summary>Why</summary>
    {failures.map(({ place, reason }, at) => (
      <Text size="xs" key={at}>
        <StoredName>{place}</StoredName>: <StoredName>{reason}</StoredName>
      </Text>
    ))}
    {failed > failures.length && <Text size="xs">And {failed - failures.length} more.</Text>}
  </details>
);
