import { scopeOf } from '@cairn/domain';
import { VectorSearch, type BorrowedVectors, type VectorHit } from '@cairn/ports';
import { aMessage, aPrincipal } from '@cairn/testing';
import type { ClassProvider, ValueProvider } from '@nestjs/common';
import { mainPorts } from './main-ports.ts';

type Main = Parameters<typeof mainPorts>[0];

const scope = scopeOf(aPrincipal());
const query = { modelId: 'm', vector: new Float32Array(2) };
const hit = (cosine: number): VectorHit => ({ id: aMessage().id, chunk: 0, cosine });
const [borrowedHit, askedHit] = [hit(0.5), hit(0.4)];

/** Vectors of a recall thread whose main thread lends, and takes back, what the test says. */
function vectorsOf(loans: (BorrowedVectors | undefined)[], borrow = (lent: unknown) => lent as BorrowedVectors) {
  const calls: string[] = [];
  const call = async (name: string) => {
    calls.push(name);
    return name === 'lendVectors' ? loans.shift() : [askedHit];
  };
  const providers = mainPorts({ call } as unknown as Main, false, borrow);
  const { useValue } = (providers as (ClassProvider & ValueProvider<VectorSearch>)[]).find(
    ({ provide }) => provide === VectorSearch,
  )!;
  return { vectors: useValue, calls };
}

const borrowed = (answers: (VectorHit[] | undefined)[], isRead = true): BorrowedVectors => ({
  isRead: async () => isRead,
  search: () => answers.shift(),
  score: () => answers.shift(),
});

it('searches and scores what the main thread lent once, without asking it again', async () => {
  const { vectors, calls } = vectorsOf([borrowed([[borrowedHit], [borrowedHit]])]);

  const found = await vectors.search(scope, query, { kind: 'message' }, 5);
  const scored = await vectors.score(scope, query, 'message', [borrowedHit.id]);

  expect([found, scored]).toEqual([[borrowedHit], [borrowedHit]]);
  expect(calls).toEqual(['lendVectors']);
});

it('asks the main thread for what it took back, and borrows anew for the next question', async () => {
  const { vectors, calls } = vectorsOf([borrowed([undefined]), borrowed([[borrowedHit]])]);

  const asked = await vectors.search(scope, query, { kind: 'message' }, 5);
  const again = await vectors.search(scope, query, { kind: 'message' }, 5);

  expect([asked, again]).toEqual([[askedHit], [borrowedHit]]);
  expect(calls).toEqual(['lendVectors', 'search', 'lendVectors']);
});

it('asks the main thread where it lends nothing, without asking for a loan each time', async () => {
  const { vectors, calls } = vectorsOf([]);

  for (let times = 0; times < 2; times++)
    await expect(vectors.score(scope, query, 'message', [askedHit.id])).resolves.toEqual([askedHit]);
  expect(calls).toEqual(['lendVectors', 'score', 'score']);
});

it('asks the main thread where what it lent cannot be opened', async () => {
  const { vectors } = vectorsOf([borrowed([])], () => {
    throw new RangeError('Array buffer allocation failed');
  });

  for (let times = 0; times < 2; times++)
    await expect(vectors.search(scope, query, { kind: 'message' }, 5)).resolves.toEqual([askedHit]);
});

it('reads a loan no more once another generation is read, also for a question that began before', async () => {
  const former = borrowed([[hit(0.1)], [hit(0.1)]], false);
  const { vectors, calls } = vectorsOf([former, borrowed([[borrowedHit]])]);
  const search = () => vectors.search(scope, query, { kind: 'message' }, 5);

  const asked = await Promise.all([search(), search()]);
  const later = await search();

  expect([...asked, later]).toEqual([[askedHit], [askedHit], [borrowedHit]]);
  expect(calls).toEqual(['lendVectors', 'search', 'search', 'lendVectors']);
});
