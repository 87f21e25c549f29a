import { Text } from '@mantine/core';
import type { RouteOutput } from '@cairn/contracts';
import { useRoute } from '../../api/queries.ts';
import { MemoryLink } from '../../parts/memory-link.tsx';
import { StoredName, StoredText } from '../../parts/stored-text.tsx';
import { When } from '../../parts/when.tsx';

type Owners = RouteOutput<'graphOwners'>;

interface EvidenceProps {
  readonly of: Pick<Owners['owners'][number], 'evidence' | 'evidenceMemoryIds'>;
  /** Sentences of the answer, of which one may be this evidence. */
  readonly quotes?: Owners['quotes'];
}

/** The sentence that states a relation, who wrote it and when, with a link to its memory. */
export function Evidence({ of: { evidence, evidenceMemoryIds }, quotes = [] }: EvidenceProps) {
  const [first] = evidenceMemoryIds;
  if (first === undefined) return null;
  const quote = quotes.find(({ memoryId }) => evidenceMemoryIds.includes(memoryId));
  const file = evidence.find(({ path }) => path !== undefined);
  return (
    <blockquote className="evidence">
      {quote ? <StoredText short>{quote.text}</StoredText> : <MemoryText id={first} />}
      <Text component="div" size="xs" c="dimmed" className="facts">
        {quote?.by && <StoredName>{quote.by}</StoredName>}
        {quote && <When at={quote.at} />}
        {file?.path && (
          <StoredName>{file.line === undefined ? file.path : `${file.path}, line ${file.line}`}</StoredName>
        )}
        <MemoryLink id={quote?.memoryId ?? first}>the memory</MemoryLink>
        {evidenceMemoryIds.length > 1 && <span>{evidenceMemoryIds.length} memories say so</span>}
      </Text>
    </blockquote>
  );
}

/** Text of a memory, where the answer quotes no sentence of it. */
function MemoryText({ id }: { id: string }) {
  const { data } = useRoute('getMemory', { params: { id: id as never } });
  if (data?.kind !== 'memory') return null;
  return (
    <>
      <StoredText short>{data.content}</StoredText>
      <Text component="div" size="xs" c="dimmed" className="facts">
        {data.author && <StoredName>{data.author}</StoredName>}
        <When at={data.timestamp ?? data.createdAt} />
      </Text>
    </>
  );
}
