import { Alert, Code, List, SimpleGrid, Text } from '@mantine/core';
import type { RouteOutput } from '@cairn/contracts';
import { version } from 'virtual:routes';
import { useRoute } from '../../api/queries.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { useProgram } from '../../parts/program.tsx';
import { When } from '../../parts/when.tsx';
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
        const recalled = recalls.data ?? { process: own.process, since: own.since, slots: [] };
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

/** Says whose numbers the charts show, since each process of several counts its own. */
const Counted = ({ own, recalls }: { own: Own; recalls: Recalls }) =>
  own.process === recalls.process ? (
    <Text size="sm">
      The charts count since the start of the server, <When at={own.since} />.
    </Text>
  ) : (
    <Text size="sm">
      Each process counts its own. Writes and waiting items are of <Code>{own.process}</Code> since{' '}
      <When at={own.since} />, recalls and late answers of <Code>{recalls.process}</Code> since{' '}
      <When at={recalls.since} />. With replicas, the next look can show another one; the sums are in the metrics.
    </Text>
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
