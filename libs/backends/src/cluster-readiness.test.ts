import { ClusterReadiness, type ReadinessPart } from './cluster-readiness.ts';

const part = (name: string, health: ReadinessPart['health'], isNeeded = false): ReadinessPart => ({
  name,
  isNeeded,
  health,
});
const well = async () => ({ ready: true });
const away = async () => ({ ready: false, problem: 'connection refused' });

it('is unready without what it needs, and tells of what else is away', async () => {
  const readiness = new ClusterReadiness([
    part('truth', well, true),
    part('words', away),
    part('vectors', async () => {
      throw new Error('certificate has expired');
    }),
  ]);

  expect(await readiness.parts()).toEqual([
    { name: 'truth', ready: true },
    { name: 'words', ready: true, problem: 'degraded: connection refused' },
    { name: 'vectors', ready: true, problem: 'degraded: certificate has expired' },
  ]);
  expect(await new ClusterReadiness([part('truth', away, true)]).parts()).toEqual([
    { name: 'truth', ready: false, problem: 'connection refused' },
  ]);
});

it('passes on what a part says that works, but not as it could', async () => {
  const slow = async () => ({ ready: true, note: 'it runs on wasm' });

  expect(await new ClusterReadiness([part('embedder', slow)]).parts()).toEqual([
    { name: 'embedder', ready: true, note: 'it runs on wasm' },
  ]);
});

it('does not wait for a server that is silent', async () => {
  jest.useFakeTimers();
  const asked = new ClusterReadiness([part('truth', () => new Promise(() => {}), true)]).parts();
  await jest.advanceTimersByTimeAsync(2_000);
  jest.useRealTimers();

  expect(await asked).toEqual([{ name: 'truth', ready: false, problem: 'no answer in 2000 ms' }]);
});
