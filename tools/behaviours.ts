/**
 * Behaviours that users of the seed tools will try (spec of the tools, section 7), compared with the tests: for each one marked as done,
 * a test has `// Behaviour <id>` right above itself. Times are not tested: docs/inside/measured.md lists them with their bench command.
 */
export interface Behaviour {
  readonly id: string;
  readonly says: string;
  /** Bench that measures the behaviour, when no test can. */
  readonly bench?: string;
}

const done = (id: string, says: string): Behaviour => ({ id, says });
const measured = (id: string, says: string, bench: string): Behaviour => ({ id, says, bench });

export const behaviours: readonly Behaviour[] = [
  done('1', 'An exact id or error code is found, however weak its meaning'),
  done('2', 'A paraphrase without a shared word is found'),
  done('3', 'A word that nothing has leaves the others their hits'),
  done('4', 'Other scripts and parts of identifiers are found by words'),
  done('5', 'Filters apply inside the engines before the cut, so that the limit is filled'),
  done('6', 'A mode prefers and hides nothing'),
  done('7', 'Archived, superseded, expired and deleted ones are absent, or marked where they are asked for'),
  done('8', 'Restatements are one hit that counts them; contradictions are never merged'),
  done('9', 'A foreign question has an empty answer with a reason'),
  done('10', 'Bad limits and unknown words are refused with the field and what it takes'),
  done('11', 'Without the model, words answer and say so'),
  done('12', 'A write says how far its indexes are, and waits for them when asked to'),
  done('13', 'Recent messages are the newest, oldest first, in a stable order'),
  done('14', 'Message search has one scale and echoes its query'),
  done('15', 'Private and peer items stay with those who may read them, in every index'),
  done('15-knowledge-bases', 'The whole table of channels against strict and permissive knowledge bases'),
  done('16', 'Graph evidence shows nothing that the caller cannot read'),
  done('17', 'An ambiguous name is answered with its candidates'),
  measured(
    '17-size',
    'A name is found among 100,000 entities within a measured time',
    'npm run bench:graph -- --scale --questions 100',
  ),
  done('18', 'Owners come with who answers for them, as a chain'),
  done('19', 'A connection is found over a shared dependency, shortest first'),
  done('20', 'Dependencies are a tree of shortest depths, with its cycles'),
  done('21', 'A preflight answers in time or says that it did not check'),
  done('22', 'A change on a stale version is refused'),
  done('23', 'Equal text is one memory whose evidence adds up'),
  done('24', 'Forgotten items leave no byte, and a certificate says so'),
  done('25', 'Files of Forge keep every byte, count damaged lines, and short words count'),
  done('26', 'Notes are found with lines and a citation, and no strong hit is hidden by minScore'),
  done('27', 'Paths that lead out of a workspace have codes of their own, and long notes have pages'),
];
