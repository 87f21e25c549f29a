import type { Memory, Statements } from '@cairn/contracts';
import { effectiveTime } from '@cairn/domain';
import { englishReader, repositoryOf } from '@cairn/graph';
import type { IndexLedger } from '@cairn/ports';

const NO_STATEMENTS: Statements = { statements: [], rules: [] };

type Loaded = NonNullable<Awaited<ReturnType<IndexLedger['load']>>>;

/** Extracts the statements in an item's text; none for a forgotten item, and none for a proposal until it is kept. */
export const statementsOf = async (item: Loaded): Promise<Statements> =>
  'deletedAt' in item || item.kind !== 'memory' || item.state === 'proposed' ? NO_STATEMENTS : readMemory(item);

/** Extracts the statements in the sentences of a memory. A statement is valid no longer than its memory. */
async function readMemory(memory: Memory): Promise<Statements> {
  const { id, title, content, channel, validFrom, validTo } = memory;
  const read = await englishReader();
  const statements = read({
    ...(title !== null && { title }),
    content,
    evidence: { memoryId: id },
    saidAt: effectiveTime(memory),
    ...repositoryOf(channel),
  });
  const times = { ...(validFrom !== null && { validFrom }), ...(validTo !== null && { validTo }) };
  return { statements: statements.map((statement) => ({ ...times, ...statement })), rules: [] };
}
