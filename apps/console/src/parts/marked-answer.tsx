import { answeringSentenceOf } from '@cairn/text/answering-sentence';
import { useMemo } from 'react';
import { StoredText } from './stored-text.tsx';

interface MarkedAnswerProps {
  readonly question: string;
  readonly text: string;
  readonly title?: string | undefined;
  /** Whether the text likely answers, so that the mark needs no shared word. */
  readonly isSure?: boolean | undefined;
  /** Passage that the search found. */
  readonly passage?: { readonly from: number; readonly to: number } | undefined;
}

/** Characters of a text without an answering sentence that are shown from its beginning. */
const BEGINNING_CHARS = 400;

/** Sentence of a text that answers a question, marked between the sentences next to it. */
export function MarkedAnswer({ question, text, title, isSure, passage }: MarkedAnswerProps) {
  const found = useMemo(
    () => answeringSentenceOf({ question, text, title, isSure, passage }),
    [question, text, title, isSure, passage],
  );
  if (!found) {
    const from = passage?.from ?? 0;
    return <StoredText short>{text.slice(from, from + BEGINNING_CHARS).toWellFormed()}</StoredText>;
  }
  return (
    <p className="stored answer" dir="auto">
      {found.before && <span>{found.before} </span>}
      <mark>{found.answer}</mark>
      {found.after && <span> {found.after}</span>}
    </p>
  );
}
