import type { Evidence, GraphRelation, Statement } from '@cairn/contracts';

/** A statement with its entities given by id. */
export interface StatementOfIds extends Omit<Statement, 'from' | 'to'> {
  readonly from: string;
  readonly to: string;
}

/**
 * Combines the statements with the same ends and type, in any order, into one relation for each period in which the
 * relation is valid. A later statement that ends or denies the relation closes the period; a later affirmation opens a
 * new period. A denial at an unknown or equal time closes nothing, but marks the relation as contradicted.
 */
export function mergeStatements(statements: readonly StatementOfIds[]): GraphRelation[] {
  const groups = Map.groupBy(statements, ({ from, type, to }) => JSON.stringify([from, type, to]));
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, group]) => mergePair([...group].sort(compareByTime)));
}

const rankByPolarity = { holds: 0, ends: 1, denies: 1 };

function compareByTime(a: StatementOfIds, b: StatementOfIds): number {
  const order = a.saidAt - b.saidAt || rankByPolarity[a.says] - rankByPolarity[b.says];
  return order !== 0 ? order : keyOf(a.evidence) < keyOf(b.evidence) ? -1 : 1;
}

const keyOf = ({ memoryId, path, line }: Evidence) => JSON.stringify([memoryId, path, line]);

interface OpenRelation {
  readonly first: StatementOfIds;
  readonly last: StatementOfIds;
  readonly confidence: number;
  readonly validFrom: number | undefined;
  readonly validTo: number | undefined;
  readonly contradicted: boolean;
  readonly evidence: readonly Evidence[];
}

function mergePair(group: readonly StatementOfIds[]): GraphRelation[] {
  const closed: GraphRelation[] = [];
  let open: OpenRelation | undefined;
  for (const statement of group) {
    if (statement.says === 'holds') open = open ? extendRelation(open, statement) : openRelation(statement);
    else if (open && isLater(statement, open.last)) {
      closed.push(relationOf({ ...open, validTo: endOf(statement), evidence: withEvidence(open, statement) }));
      open = undefined;
    } else if (open && statement.says === 'denies')
      open = { ...open, contradicted: true, evidence: withEvidence(open, statement) };
  }
  return open ? [...closed, relationOf(open)] : closed;
}

const isLater = (statement: StatementOfIds, last: StatementOfIds) =>
  statement.validTo !== undefined || (last.saidAt > 0 && statement.saidAt > last.saidAt);

const endOf = ({ validTo, saidAt }: StatementOfIds) => validTo ?? saidAt;

const openRelation = (first: StatementOfIds): OpenRelation => ({
  first,
  last: first,
  confidence: first.confidence,
  validFrom: first.validFrom ?? (first.saidAt > 0 ? first.saidAt : undefined),
  validTo: first.validTo,
  contradicted: false,
  evidence: [first.evidence],
});

/** Extends an open relation by a statement that repeats it: the earliest start and the latest end apply. */
const extendRelation = (open: OpenRelation, last: StatementOfIds): OpenRelation => ({
  ...open,
  last,
  confidence: Math.max(open.confidence, last.confidence),
  validFrom: earliestTime(open.validFrom, last.validFrom),
  validTo: last.validTo,
  evidence: withEvidence(open, last),
});

const earliestTime = (one: number | undefined, other: number | undefined) =>
  one === undefined || other === undefined ? one : Math.min(one, other);

function withEvidence({ evidence }: OpenRelation, { evidence: more }: StatementOfIds): readonly Evidence[] {
  return evidence.some((one) => keyOf(one) === keyOf(more)) ? evidence : [...evidence, more];
}

function relationOf({ first, confidence, validFrom, validTo, contradicted, evidence }: OpenRelation): GraphRelation {
  return {
    type: first.type,
    from: first.from,
    to: first.to,
    confidence,
    ...(validFrom === undefined ? {} : { validFrom }),
    ...(validTo === undefined ? {} : { validTo }),
    ...(contradicted ? { contradicted } : {}),
    evidence,
  };
}
