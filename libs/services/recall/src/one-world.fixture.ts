import { RecallRequest, type Hit } from '@cairn/contracts';
import { type Principal } from '@cairn/domain';
import { recallWorld } from './recall-world.fixture.ts';

type World = Awaited<ReturnType<typeof recallWorld>>;

/** The world of all tests of the importing file. */
export let world: World;
beforeAll(async () => {
  world = await recallWorld();
});
afterAll(() => world.close());

export const titles = (hits: readonly Hit[]) => hits.map((hit) => (hit.kind === 'memory' ? hit.title : hit.content));
export const ask = (
  principal: Principal,
  request: Partial<RecallRequest> & { query: string },
  { recall }: World = world,
) => recall.recall(principal, RecallRequest.parse(request));

export const queue = {
  title: 'Job queue',
  content: 'Billing jobs go through Postgres locks, since a failover must not lose a payment.',
};
export const lunch = { title: 'Lunch', content: 'The canteen closes at two on Fridays.' };
export const naming = { title: 'Naming', content: 'Branches are named after their ticket.' };
export const chat = (hits: readonly Hit[]) => hits.map((hit) => hit.kind === 'message' && hit.sessionKey);
