import { Button, Card, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import type { RouteOutput } from '@cairn/contracts';
import { usePairs } from '../../api/pages.ts';
import { Empty } from '../../parts/empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { MemoryLink } from '../../parts/memory-link.tsx';
import { StoredName, StoredText } from '../../parts/stored-text.tsx';
import { When } from '../../parts/when.tsx';
import { useMay } from '../../session/session.ts';
import { useArchive } from './archive.ts';

type Pair = RouteOutput<'contradictions'>['pairs'][number];
type Side = Pair['newer'];

const PAGE_PAIRS = 20;

const words = {
  contradicts: {
    keep: 'This one holds',
    reason: 'Another one holds: it was found in the inbox as a contradiction.',
    none: 'No contradiction found',
  },
  restates: {
    keep: 'Keep this one',
    reason: 'Another one says the same: it was found in the inbox as a repetition.',
    none: 'No repetition found',
  },
} as const;

/** List of pairs of memories of which one may have to go; the newer memory of a pair is first. */
export function Pairs({ kind }: { kind: keyof typeof words }) {
  const pages = usePairs({ kind, limit: PAGE_PAIRS });
  return (
    <Stack>
      <Loaded of={pages}>
        {(pairs) =>
          pairs.length === 0 ? (
            <Empty title={words[kind].none}>
              <p>
                Memories are compared by their words some seconds after they are written, so some pairs are missed. What
                is found stands here until one goes.
              </p>
            </Empty>
          ) : (
            pairs.map((pair) => <PairCard key={`${pair.newer.memoryId} ${pair.older.memoryId}`} {...pair} />)
          )
        }
      </Loaded>
      {pages.hasMore && (
        <Button variant="default" onClick={pages.more}>
          Show more
        </Button>
      )}
    </Stack>
  );
}

const PairCard = ({ kind, newer, older }: Pair) => (
  <Card withBorder component="article" aria-label={kind === 'contradicts' ? 'Contradiction' : 'Repetition'}>
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <OneOfTwo kind={kind} side={newer} other={older} age="newer" />
      <OneOfTwo kind={kind} side={older} other={newer} age="older" />
    </SimpleGrid>
  </Card>
);

interface OneOfTwoProps {
  readonly kind: Pair['kind'];
  readonly side: Side;
  readonly other: Side;
  readonly age: 'newer' | 'older';
}

/** One memory of a pair. Choosing it archives the second memory of the pair. */
function OneOfTwo({ kind, side, other, age }: OneOfTwoProps) {
  const { keep, reason } = words[kind];
  const archive = useArchive({ ...other, id: other.memoryId }, reason);
  const mayDecide = useMay('writer');
  return (
    <Stack gap="xs" justify="space-between">
      <Shown side={side} />
      {mayDecide && (
        <Group>
          <Button size="compact-sm" variant="default" loading={archive.isPending} onClick={archive.act}>
            {keep} ({age})
          </Button>
        </Group>
      )}
    </Stack>
  );
}

const Shown = ({
  side: { memoryId, title, content, author, timestamp, createdAt, subject, attribute },
}: {
  side: Side;
}) => (
  <div>
    <MemoryLink id={memoryId} fw={600}>
      <StoredName>{title}</StoredName>
    </MemoryLink>
    <Text size="sm" c="dimmed">
      {author && <StoredName>{author}</StoredName>} <When at={timestamp ?? createdAt} />
      {subject && attribute && (
        <>
          , <StoredName>{attribute}</StoredName> of <StoredName>{subject}</StoredName>
        </>
      )}
    </Text>
    <StoredText short>{content}</StoredText>
  </div>
);
