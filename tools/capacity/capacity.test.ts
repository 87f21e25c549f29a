import { agentsOf, messagesOf, planCluster, planOne } from './capacity.ts';
import { limits, prices } from './inputs.ts';

const team = (agents: number) => ({ agents, messages: messagesOf(agents) });

test('a price is what its processors, memory and disk cost', () => {
  const { cores, memoryGb, diskGb, price } = planCluster(team(100));

  expect(price).toBe(Math.ceil(cores * prices.core + memoryGb * prices.memoryGb + diskGb * prices.diskGb));
});

test('a larger team never needs less of anything', () => {
  const plans = [1, 10, 100, 1000, 10_000, 100_000].map((agents) => planCluster(team(agents)));

  for (const part of ['cores', 'memoryGb', 'diskGb', 'price', 'cells', 'recallReplicas', 'wordShards'] as const) {
    const values = plans.map((plan) => plan[part]);
    expect(values).toEqual(values.toSorted((a, b) => a - b));
  }
});

test('one process is planned up to the messages that it is meant for', () => {
  expect(planOne({ agents: 1, messages: limits.messagesOfOneProcess })).toBeDefined();
  expect(planOne({ agents: 1, messages: limits.messagesOfOneProcess + 1 })).toBeUndefined();
});

test('agents and the messages that they store in the time kept belong together', () => {
  expect(agentsOf(messagesOf(37))).toBe(37);
});
