import { HEALTH_SLOT_MS, type ProcessSamples } from '@cairn/contracts';
import { SharedSamples } from '@cairn/ports';
import { RequestSamples } from './request-samples.ts';
import { joinSlots, SampleSharing } from './sample-sharing.ts';

/** Shares in memory, or fails like a Redis that cannot be reached. */
class InMemory extends SharedSamples {
  isUnreachable = false;
  readonly byProcess = new Map<string, ProcessSamples>();

  async share(own: ProcessSamples): Promise<void> {
    if (this.isUnreachable) throw new Error('unreachable');
    this.byProcess.set(own.process, own);
  }

  async read(): Promise<ProcessSamples[]> {
    if (this.isUnreachable) throw new Error('unreachable');
    return [...this.byProcess.values()];
  }
}

const slot = (at: number, fields: object = {}) => ({
  ...{ at, writes: 0, recalls: 0, recallP95Ms: null, lateHooks: 0, waiting: null, ...fields },
});

it('has its own samples first, and those that others shared once', async () => {
  const shared = new InMemory();
  const samples = new RequestSamples();
  samples.note({ kind: 'write', tookMs: 1, isLate: false });
  const stale = { process: samples.process, since: 1, slots: [] };
  const other = { process: 'other:1', since: 1, slots: [slot(0, { recalls: 4 })] };
  for (const one of [stale, other]) await shared.share(one);
  const sharing = new SampleSharing(samples, shared);

  const [own, ...others] = await sharing.read();

  expect(own).toMatchObject({ process: samples.process, slots: [{ writes: 1 }] });
  expect(others).toEqual([other]);
});

it('has its own alone while the others cannot be asked, and where nothing is shared', async () => {
  const shared = new InMemory();
  shared.isUnreachable = true;
  const samples = new RequestSamples();

  expect(await new SampleSharing(samples, shared).read()).toHaveLength(1);
  expect(await new SampleSharing(samples).read()).toHaveLength(1);
});

it('joins slots by their time: sums of counts, the most of times and waiting deliveries', () => {
  const late = slot(HEALTH_SLOT_MS, { writes: 1 });
  const one = slot(0, { writes: 2, recalls: 3, recallP95Ms: 40, waiting: 1 });
  const other = slot(0, { recalls: 4, recallP95Ms: 90, lateHooks: 1 });

  expect(joinSlots([late, one, other])).toEqual([
    slot(0, { writes: 2, recalls: 7, recallP95Ms: 90, lateHooks: 1, waiting: 1 }),
    late,
  ]);
});
