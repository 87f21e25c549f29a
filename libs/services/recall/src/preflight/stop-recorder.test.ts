import type { PreflightItem } from '@cairn/contracts';
import type { RuleStop, RuleStops } from '@cairn/store';
import { aPrincipal } from '@cairn/testing';
import { StopRecorder } from './stop-recorder.ts';

const RULE = '0190a000-0000-7000-8000-000000000001';
const OTHER = '0190a000-0000-7000-8000-000000000002';
const items = [
  { id: RULE, severity: 'stop' },
  { id: OTHER, severity: 'caution' },
] as PreflightItem[];

function recorder() {
  const added: { stops: readonly RuleStop[] }[] = [];
  const stops = { add: async (input: (typeof added)[number]) => void added.push(input) } as unknown as RuleStops;
  return { added, recorder: new StopRecorder(stops) };
}

it('stores the stops of a rule together, each principal apart, and no caution', async () => {
  const [ada, bob] = [aPrincipal(), aPrincipal()];
  const { added, recorder: stops } = recorder();

  stops.record(ada, { verdict: 'stop', items });
  stops.record(ada, { verdict: 'stop', items });
  stops.record(bob, { verdict: 'stop', items });
  stops.record(bob, { verdict: 'caution', items });
  await stops.onApplicationShutdown();

  expect(added).toEqual([
    { orgId: ada.orgId, stops: [{ memoryId: RULE, principalId: ada.principalId, times: 2 }] },
    { orgId: bob.orgId, stops: [{ memoryId: RULE, principalId: bob.principalId, times: 1 }] },
  ]);
});
