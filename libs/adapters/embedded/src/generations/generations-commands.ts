import {
  generationOf,
  generationQueries,
  requireNoneBuilding,
  requireRetirable,
  requireSwitchable,
  type GenerationAct,
} from '@cairn/adapter-sql';
import type { IndexTarget } from '@cairn/contracts';
import type { Filling, Generation, GenerationName } from '@cairn/ports';
import type { Database } from '../sqlite/database.ts';
import { sqlite } from '../sqlite/dialect.ts';

const { written, one, last, insert, claim, advance, standBy, setStatus, audit } = generationQueries(sqlite);

interface Start {
  readonly target: IndexTarget;
  readonly builtBy: string;
  readonly dims: number | null;
  readonly now: number;
}

export function generationsOf(db: Database, target: IndexTarget): Generation[] {
  return db.all(written, { target }).map(generationOf);
}

function ensureFirstGeneration(db: Database, start: Start): void {
  if (db.get(last, start)?.number === 0) db.get(insert, { ...start, number: 1, status: 'live', filledAt: start.now });
}

function beginGeneration(db: Database, start: Start, act: GenerationAct): Generation {
  requireNoneBuilding(db.all(written, start));
  const number = (db.get(last, start)?.number ?? 0) + 1;
  db.run(audit('begin', { ...start, number }, act));
  return generationOf(db.get(insert, { ...start, number, status: 'building', filledAt: null })!);
}

function claimGeneration(
  db: Database,
  { target, owner, now, leaseMs }: { target: IndexTarget; owner: string; now: number; leaseMs: number },
): Filling | undefined {
  const row = db.get(claim, { target, owner, now, until: now + leaseMs });
  return row && { generation: generationOf(row), owner };
}

function advanceGeneration(
  db: Database,
  { generation, owner }: Filling,
  step: { cursor: number; until: number; filledAt: number | null },
): boolean {
  const { target, number } = generation;
  return db.get(advance, { target, number, owner, ...step }) !== undefined;
}

function switchGeneration(db: Database, name: GenerationName, act: GenerationAct): void {
  requireSwitchable(db.get(one, name), name);
  db.run(standBy, name);
  db.run(setStatus, { ...name, status: 'live' });
  db.run(audit('switch', name, act));
}

function retireGeneration(db: Database, name: GenerationName, act: GenerationAct): Generation {
  const row = requireRetirable(db.get(one, name), name);
  db.run(setStatus, { ...name, status: 'retired' });
  db.run(audit('retire', name, act));
  return generationOf({ ...row, status: 'retired' });
}

/** Commands of the reader threads. */
export const generationReads = { generationsOf };

/** Commands of the writer thread. */
export const generationWrites = {
  ensureFirstGeneration,
  beginGeneration,
  claimGeneration,
  advanceGeneration,
  switchGeneration,
  retireGeneration,
};
