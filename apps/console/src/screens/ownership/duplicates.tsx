import { Button, Card, Group, Stack, Text, Title } from '@mantine/core';
import type { RouteOutput } from '@cairn/contracts';
import { call } from '../../api/client.ts';
import { useRoute } from '../../api/queries.ts';
import { joinPairs } from '../../parts/join-pairs.ts';
import { perform, toastWithUndo } from '../../parts/toast.tsx';
import { MergeNames } from './merge-names.tsx';
import { mergeInto } from './merge-into.ts';
import { NamedPerson, type PersonName } from './named-person.tsx';

type Pair = RouteOutput<'listDuplicates'>['duplicates'][number];

interface DuplicatesProps {
  /** Key or name of a person; only names that may be that person are listed. */
  readonly about?: string | undefined;
}

/** List of names of people that may be one person. A manager merges them or keeps their people apart. */
export function Duplicates({ about }: DuplicatesProps) {
  const { data } = useRoute('listDuplicates', { query: { limit: 50 } });
  const groups = groupsOf(data?.duplicates ?? []).filter(
    ({ names }) => about === undefined || names.some(({ key, label }) => key === about || label === about),
  );
  if (groups.length === 0) return null;
  return (
    <Stack gap="xs" component="section" aria-label="People who may be one">
      <Title order={2} size="h5">
        People who may be one
      </Title>
      {groups.map(({ names, pairs: [pair, ...more], pairs }) =>
        more.length === 0 ? (
          <PairOffer key={pair!.entity.key} {...pair!} />
        ) : (
          <GroupOffer key={names.map(({ key }) => key).join()} names={names} pairs={pairs} />
        ),
      )}
      {about === undefined && data && data.more > 0 && (
        <Text c="dimmed">{data.more} more follow once these are decided.</Text>
      )}
    </Stack>
  );
}

/** Names that pairs join, with these pairs. */
function groupsOf(pairs: readonly Pair[]) {
  const sides = pairs.map(({ entity, into }) => [entity, into] as const);
  return joinPairs(sides, ({ key }) => key).map((names) => ({
    names,
    pairs: pairs.filter(({ entity }) => names.some(({ key }) => key === entity.key)),
  }));
}

function PairOffer({ entity, into, fit }: Pair) {
  return (
    <Card withBorder component="article" aria-label={`${entity.label} and ${into.label}`}>
      <Group justify="space-between">
        <div>
          <NamedPerson name={entity} /> may be <NamedPerson name={into} />
          <Text size="sm" c="dimmed">
            {fit.replaceAll('-', ' ')}
          </Text>
        </div>
        <Group>
          <Button size="compact-sm" onClick={() => perform(() => mergeInto([entity], into))}>
            One person
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => perform(() => keepApart([{ entity, into }]))}>
            Two people
          </Button>
        </Group>
      </Group>
    </Card>
  );
}

/** Three names or more, of which those with a check mark become names of one. */
function GroupOffer({ names, pairs }: { names: readonly PersonName[]; pairs: readonly Pair[] }) {
  const labels = names.map(({ label }) => label);
  const title = `${labels.slice(0, -1).join(', ')} and ${labels.at(-1)}`;
  return (
    <Card withBorder component="article" aria-label={title}>
      <MergeNames names={names} kept={pairs[0]!.into.key}>
        <Button size="compact-sm" variant="default" onClick={() => perform(() => keepApart(pairs))}>
          All are different people
        </Button>
      </MergeNames>
    </Card>
  );
}

/** Keeps the people of each pair apart, so that they are not offered again. */
async function keepApart(pairs: readonly Pick<Pair, 'entity' | 'into'>[]): Promise<void> {
  const ids: string[] = [];
  try {
    for (const { entity, into } of pairs) {
      const { id } = await call('keepApart', { body: { entity: entity.key, other: into.key } });
      ids.push(id);
    }
  } finally {
    const takeBack = async () => {
      for (const id of ids.toReversed()) await call('undoCorrection', { params: { id } });
    };
    const [{ entity, into }] = pairs as [Pair];
    if (ids.length > 0) toastWithUndo({ says: `Kept apart: ${entity.label} and ${into.label}`, takeBack });
  }
}
