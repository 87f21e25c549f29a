import type { Statement } from '@cairn/contracts';
import { readingOnce } from './read-once.ts';
import { statementsIn, type ReadableText } from './statements.ts';
import { englishTagger } from './tagger.ts';

/** Reads what the sentences of a text say of owning, leading, depending, places and the like. */
export type StatementReader = (text: ReadableText) => Statement[];

/** The reader of English. The first call of a process loads its tagger; what it then gives reads without waiting. */
export async function englishReader(): Promise<StatementReader> {
  const tagger = await englishTagger();
  reader ??= readingOnce((text) => statementsIn(text, tagger));
  return reader;
}

let reader: StatementReader | undefined;

/** A channel that is named as code hosts name repositories is one: paths without another stand there. */
export const repositoryOf = (channel: string | null | undefined): Pick<ReadableText, 'repository'> =>
  channel && /^[\w.-]+\/[\w.-]+$/u.test(channel) ? { repository: channel } : {};
