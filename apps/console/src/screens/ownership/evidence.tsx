import { Text } from '@mantine/core';
import type { RouteOutput } from '@cairn/contracts';
import { useRoute } from '../../api/queries.ts';
import { MemoryLink } from '../../parts/memory-link.tsx';
import { StoredName, StoredText } from '../../parts/stored-text.tsx';
import { When } from '../../parts/when.tsx';
import { lineOf, type LineOf } from './line-of.ts';

type Owners = RouteOutput<'graphOwners'>;

/** The highest confidence of a relation that was read from a sentence. A declared one is certain, and so is a file. */
const READ_CONFIDENCE_MAX = 0.8;

interface EvidenceProps {
  readonly of: Pick<Owners['owners'][number], 'evidence' | 'evidenceMemoryIds' | 'confidence'>;
  /** Names in the line of the memory that is shown, where no sentence says it. */
  readonly names?: readonly string[];
  /** Sentences of the answer, of which one may be this evidence. */
  readonly quotes?: Owners['quotes'];
}

/**
 * The sentence that states a relation, who wrote it and when, with a link to its memory. A relation that a memory
 * declares beside its text has no sentence.
 */
export function Evidence({ of: { evidence, evidenceMemoryIds, confidence }, names = [], quotes = [] }: EvidenceProps) {
  const [first] = evidenceMemoryIds;
  if (first === undefined) return null;
  const quote = quotes.find(({ memoryId }) => evidenceMemoryIds.includes(memoryId));
  const file = evidence.find(({ path }) => path !== undefined);
  const isDeclared = confidence > READ_CONFIDENCE_MAX && file === undefined;
  return (
    <blockquote className="evidence">
      {isDeclared ? (
        <Text size="sm">declared with this memory</Text>
      ) : (
        <Sentence quote={quote} memoryId={first} line={file?.line} names={names} />
      )}
      <Text component="div" size="xs" c="dimmed" className="facts">
        {quote?.by && <StoredName>{quote.by}</StoredName>}
        {quote && <When at={quote.at} />}
        {file && <Place file={file} />}
        <MemoryLink id={quote?.memoryId ?? first}>the memory</MemoryLink>
        {evidenceMemoryIds.length > 1 && <span>{evidenceMemoryIds.length} memories say so</span>}
      </Text>
    </blockquote>
  );
}

const Place = ({ file: { path, line } }: { file: EvidenceProps['of']['evidence'][number] }) => (
  <StoredName>{[path, line && `line ${line}`].filter(Boolean).join(', ')}</StoredName>
);

interface SentenceProps extends LineOf {
  readonly quote: NonNullable<Owners['quotes']>[number] | undefined;
  readonly memoryId: string;
}

const Sentence = ({ quote, memoryId, ...line }: SentenceProps) =>
  quote ? <StoredText short>{quote.text}</StoredText> : <MemoryText id={memoryId} {...line} />;

/** Text of a memory, or the line of it that says it, where the answer quotes no sentence of it. */
function MemoryText({ id, ...line }: { id: string } & LineOf) {
  const { data } = useRoute('getMemory', { params: { id: id as never } });
  if (data?.kind !== 'memory') return null;
  return (
    <>
      <StoredText short>{lineOf(data.content, line)}</StoredText>
      <Text component="div" size="xs" c="dimmed" className="facts">
        {data.author && <StoredName>{data.author}</StoredName>}
        <When at={data.timestamp ?? data.createdAt} />
      </Text>
    </>
  );
}
