import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import type { RouteOutput } from '@cairn/contracts';
import { diffWordsWithSpace } from 'diff';
import { usePairs } from '../../api/pages.ts';
import { archiveAll } from '../../parts/archive.ts';
import { Empty } from '../../parts/empty.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { MemoryLink } from '../../parts/memory-link.tsx';
import { ShowMore } from '../../parts/show-more.tsx';
import { StoredName } from '../../parts/stored-text.tsx';
import { ROW_TARGET } from '../../parts/use-row-keys.ts';
import { When } from '../../parts/when.tsx';
import { useMay } from '../../session/session.ts';
import { DecisionList } from './decision-list.tsx';

type Pair = RouteOutput<'contradictions'>['pairs'][number];
type Side = Pair['newer'];

const PAGE_PAIRS = 20;
const REASON = 'Another one holds: the review showed both as a contradiction.';

/** List of contradictions side by side; choosing one memory archives the other. */
export function Contradictions() {
  const pages = usePairs({ kind: 'contradicts', limit: PAGE_PAIRS });
  const choose = (loser: Side) => archiveAll([loser], REASON);
  return (
    <Stack>
      <Loaded of={pages}>
        {(pairs) =>
          pairs.length === 0 ? (
            <Empty title="No contradiction found">
              <p>
                Memories are compared some seconds after they are written. A pair stands here until one of them goes.
              </p>
            </Empty>
          ) : (
            <DecisionList
              label="Contradictions"
              rows={pairs}
              keyOf={({ newer, older }) => `${newer.memoryId} ${older.memoryId}`}
              decisions={{ y: ({ older }) => choose(older), n: ({ newer }) => choose(newer) }}
            >
              {(pair) => <PairCard pair={pair} onLoser={choose} />}
            </DecisionList>
          )
        }
      </Loaded>
      <ShowMore pages={pages} />
    </Stack>
  );
}

function PairCard({ pair: { newer, older }, onLoser }: { pair: Pair; onLoser: (side: Side) => void }) {
  const { subject, attribute } = newer;
  return (
    <article aria-label="Contradiction">
      {subject && (
        <Text size="xs" c="dimmed" mb={4}>
          About <StoredName>{subject}</StoredName>
          {attribute && (
            <>
              : <StoredName>{attribute}</StoredName>
            </>
          )}
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <OneOfTwo side={newer} other={older} age="newer" onChoose={() => onLoser(older)} />
        <OneOfTwo side={older} other={newer} age="older" onChoose={() => onLoser(newer)} />
      </SimpleGrid>
    </article>
  );
}

interface OneOfTwoProps {
  readonly side: Side;
  readonly other: Side;
  readonly age: 'newer' | 'older';
  readonly onChoose: () => void;
}

/** One memory of a pair, with the words that the other one lacks marked. */
function OneOfTwo({ side, other, age, onChoose }: OneOfTwoProps) {
  const mayDecide = useMay('writer');
  const { memoryId, title, content, author, timestamp, createdAt, channel } = side;
  return (
    <Stack gap={6} justify="space-between">
      <div>
        <MemoryLink id={memoryId} channel={channel} fw={600} c="inherit" {...(age === 'newer' && ROW_TARGET)}>
          <StoredName>{title}</StoredName>
        </MemoryLink>
        <MarkedWords text={content} without={other.content} />
        <Text component="div" size="xs" c="dimmed" className="facts">
          {author && <StoredName>{author}</StoredName>}
          <When at={timestamp ?? createdAt} />
        </Text>
      </div>
      {mayDecide && (
        <Group>
          <Button
            size="compact-sm"
            variant="default"
            onClick={onChoose}
            aria-keyshortcuts={age === 'newer' ? 'y' : 'n'}
          >
            This one holds ({age})
          </Button>
        </Group>
      )}
    </Stack>
  );
}

/** Text in which the words that another text lacks are marked, such as the value that differs. */
const MarkedWords = ({ text, without }: { text: string; without: string }) => (
  <p className="stored" dir="auto">
    {diffWordsWithSpace(without, text)
      .filter(({ removed }) => !removed)
      .map(({ added, value }, place) =>
        added ? <mark key={place} children={value} /> : <span key={place}>{value}</span>,
      )}
  </p>
);
