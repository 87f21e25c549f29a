import { Alert, Code, List, SimpleGrid, Table, Text } from '@mantine/core';
import type { RouteOutput } from '@cairn/contracts';
import { version } from 'virtual:routes';
import { useRoute } from '../../api/queries.ts';
import { Disclosure } from '../../parts/disclosure.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { useProgram } from '../../parts/program.tsx';
import { When } from '../../parts/when.tsx';
import { WideTable } from '../../parts/wide-table.tsx';
import { DayChart } from './day-chart.tsx';
import { judgeHealth, type HealthFacts } from './judge-health.ts';
import { byHour, mostOf, sumOf } from './slots-by-hour.ts';

const REFRESH_MS = 15_000;

/** One sentence about the server, four charts of the last day, and disk, version and backup. */
export function Overview() {
  const health = useRoute('health', undefined, { refetchMs: REFRESH_MS });
  const recalls = useRoute('recallHealth', undefined, { refetchMs: REFRESH_MS });
  const queues = useRoute('queues', undefined, { refetchMs: REFRESH_MS });
  const stats = useRoute('stats', undefined, { refetchMs: REFRESH_MS });
  const program = useProgram();
  return (
    <Loaded of={health}>
      {(own) => {
        // The sums of several processes have the recalls; a process alone has those that it answered itself.
        const recalled = own.processes.length > 1 ? own : (recalls.data ?? own);
        return (
          <>
            {queues.data && stats.data && (
              <Sentence problems={judgeHealth({ program, ...factsOf(own, recalled, queues.data, stats.data) })} />
            )}
            <Charts own={own} recalls={recalled} />
            <Counted own={own} recalls={recalled} />
            <Facts {...own} />
          </>
        );
      }}
    </Loaded>
  );
}

type Own = RouteOutput<'health'>;
type Recalls = RouteOutput<'recallHealth'>;

const factsOf = (
  own: Own,
  recalls: Recalls,
  { queues }: RouteOutput<'queues'>,
  { index }: RouteOutput<'stats'>,
): Omit<HealthFacts, 'program'> => ({
  now: Date.now(),
  failed: sumOf(queues.map(({ failed }) => failed)),
  oldestMs: mostOf(queues.map(({ oldestMs }) => oldestMs)),
  withoutModel: index.off.vectors,
  disk: own.disk,
  isFolder: own.disk !== null,
  backupAt: own.backupAt,
  backupProblem: own.backups?.problem ?? null,
  lateHooks: sumOf(recalls.slots.map(({ lateHooks }) => lateHooks)),
});

const Sentence = ({ problems }: { problems: ReturnType<typeof judgeHealth> }) =>
  problems.length === 0 ? (
    <Alert color="teal" variant="light" title="All is well." role="status" />
  ) : (
    <Alert
      color="yellow"
      variant="light"
      role="status"
      title={problems.length === 1 ? 'One thing needs you.' : `${problems.length} things need you.`}
    >
      <List size="sm">
        {problems.map(({ problem, step }) => (
          <List.Item key={problem}>
            <strong>{problem}.</strong> {step}
          </List.Item>
        ))}
      </List>
    </Alert>
  );

function Charts({ own, recalls }: { own: Own; recalls: Recalls }) {
  const now = Date.now();
  const writes = byHour(own.slots, now, (hour) => sumOf(hour.map((slot) => slot.writes)));
  const times = byHour(recalls.slots, now, (hour) => mostOf(hour.map(({ recallP95Ms }) => recallP95Ms)));
  const waiting = byHour(own.slots, now, (hour) => mostOf(hour.map((slot) => slot.waiting)));
  const late = byHour(recalls.slots, now, (hour) => sumOf(hour.map(({ lateHooks }) => lateHooks)));
  return (
    <SimpleGrid cols={{ base: 2, md: 4 }} spacing="sm">
      <DayChart label="Writes" summary={sumOf(writes).toLocaleString()} values={writes} />
      <DayChart
        label="Recall, 95 of 100 within"
        summary={mostOf(times) === 0 ? 'no recall' : `${mostOf(times).toLocaleString()} ms`}
        values={times}
      />
      <DayChart label="Waiting for the indexes, at most" summary={mostOf(waiting).toLocaleString()} values={waiting} />
      <DayChart label="Late answers to hooks" summary={sumOf(late).toLocaleString()} values={late} />
    </SimpleGrid>
  );
}

const sizeOf = (bytes: number) => (bytes < 1e8 ? `${Math.ceil(bytes / 1e6)} MB` : `${(bytes / 1e9).toFixed(1)} GB`);

/** Says whose numbers the charts show: those of all processes that share them, or of the two that answered. */
function Counted({ own, recalls }: { own: Own; recalls: Recalls }) {
  if (own.processes.length > 1) return <Processes processes={own.processes} />;
  if (own.process === recalls.process)
    return (
      <Text size="sm">
        The charts count since the start of the server, <When at={own.since} />.
      </Text>
    );
  return (
    <Text size="sm">
      Each process counts its own, since none shares them (<Code>CAIRN_LIMITS_REDIS_URL</Code>). Writes and waiting
      items are of <Code>{own.process}</Code> since <When at={own.since} />, recalls and late answers of{' '}
      <Code>{recalls.process}</Code> since <When at={recalls.since} />.
    </Text>
  );
}

const processColumns = ['Process', 'Since', 'Writes', 'Recalls', '95 of 100 within', 'Late answers'];

const Processes = ({ processes }: Pick<Own, 'processes'>) => (
  <div>
    <Text size="sm">The charts sum {processes.length} processes; of times they show the slowest.</Text>
    <Disclosure label="By process">
      <WideTable label="Processes" columns={processColumns}>
        {processes.map(({ process, since, writes, recalls, recallP95Ms, lateHooks }) => (
          <Table.Tr key={process}>
            <Table.Td>
              <Code>{process}</Code>
            </Table.Td>
            <Table.Td>
              <When at={since} />
            </Table.Td>
            <Table.Td>{writes.toLocaleString()}</Table.Td>
            <Table.Td>{recalls.toLocaleString()}</Table.Td>
            <Table.Td>{recallP95Ms === null ? '–' : `${recallP95Ms.toLocaleString()} ms`}</Table.Td>
            <Table.Td>{lateHooks.toLocaleString()}</Table.Td>
          </Table.Tr>
        ))}
      </WideTable>
    </Disclosure>
  </div>
);

const Facts = ({ disk, backupAt, backups }: Own) => (
  <Text size="sm" component="div">
    <div>Cairn {version}</div>
    {disk && (
      <>
        <div>
          Data: {sizeOf(disk.dataBytes)}; the disk has {sizeOf(disk.freeBytes)} free of {sizeOf(disk.totalBytes)}.
        </div>
        <div>Last backup: {backupAt === null ? 'none is known' : <When at={backupAt} />}</div>
        {backups && (
          <div>
            Scheduled: every {backups.every} to <Code className="stored-name">{backups.to}</Code>, the newest{' '}
            {backups.keep} are kept.
          </div>
        )}
      </>
    )}
  </Text>
);
