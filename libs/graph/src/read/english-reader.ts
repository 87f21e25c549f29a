import type { Statement } from '@cairn/contracts';
import { cacheReads } from './read-once.ts';
import { statementsIn, type ReadableText } from './statements.ts';
import { englishTagger } from './tagger.ts';

/** Reads the relations that the sentences of a text state, such as ownership, leadership, dependencies and places. */
export type StatementReader = (text: ReadableText) => Statement[];

/** Creates the reader of English. The first call of a process loads the tagger; the returned reader is synchronous. */
export async function englishReader(): Promise<StatementReader> {
  const tagger = await englishTagger();
  reader ??= cacheReads((text) => statementsIn(text, tagger));
  return reader;
}

let reader: StatementReader | undefined;

/** Takes the name of a channel as a repository if it has the form `owner/name`. Paths in the text then belong to that repository. */
export const repositoryOf = (channel: string | null | undefined): Pick<ReadableText, 'repository'> =>
  channel && /^[\w.-]+\/[\w.-]+$/u.test(channel) ? { repository: channel } : {};
