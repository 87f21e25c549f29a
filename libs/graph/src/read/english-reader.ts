import type { Statement } from '@cairn/contracts';
import { statementsIn, type ReadableText } from './statements.ts';
import { englishTagger } from './tagger.ts';

/** Reads what the sentences of a text say of owning, leading, depending, places and the like. */
export type StatementReader = (text: ReadableText) => Statement[];

/** The reader of English. The first call of a process loads its tagger; what it then gives reads without waiting. */
export async function englishReader(): Promise<StatementReader> {
  const tagger = await englishTagger();
  return (text) => statementsIn(text, tagger);
}
