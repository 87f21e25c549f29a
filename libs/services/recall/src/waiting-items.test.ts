import { RecallRequest, type ItemId } from '@cairn/contracts';
import { scopeOf, type Principal } from '@cairn/domain';
import { aColleagueOf, aNewMemory, aPrincipal } from '@cairn/testing';
import { recallWorld } from './recall-world.fixture.ts';

let world: Awaited<ReturnType<typeof recallWorld>>;

beforeEach(async () => {
  world = await recallWorld();
});
afterEach(() => world.close());

const services = [
  ...['billing', 'search', 'checkout', 'shipping', 'invoicing', 'login', 'payments', 'catalogue', 'pricing'],
  ...['reporting', 'mailing', 'tracking', 'inventory', 'refunds', 'support', 'analytics', 'auditing', 'backup'],
  ...['routing', 'caching', 'translation', 'metering', 'onboarding', 'archiving', 'scheduling'],
];

/** Older look-alikes: each says most words of the question, and none answers it. */
const lookAlikes = (service: string) => [
  `The ${service} service fails when the disk is full.`,
  `We often deploy ${service} before lunch.`,
  `A request to ${service} does take two seconds.`,
];
const answerOf = (service: string, at: number) =>
  `${service} gives up after ${at + 3} attempts, then the request is lost.`;
const questionOf = (service: string) => `How often does ${service} retry a request before it fails?`;

const remembered = (contents: readonly string[]) =>
  contents.map((content) => aNewMemory({ title: content.slice(0, 40), content, category: 'fact' }));

const rankOf = async (
  asker: Principal,
  { query, content, ...filter }: { query: string; content: string; tags?: string[] },
) => {
  const { hits } = await world.recall.recall(
    asker,
    RecallRequest.parse({ query, limit: 10, collapse: false, ...filter }),
  );
  return hits.findIndex((hit) => hit.content === content) + 1;
};

it('are found at once where they stand later: 25 writes beside look-alikes that have their vectors', async () => {
  const ada = aPrincipal();
  await world.remember(ada, ...remembered(services.flatMap(lookAlikes)));
  const answers = services.map((service, at) => ({ query: questionOf(service), content: answerOf(service, at) }));
  const written = await world.truth.write(ada, remembered(answers.map(({ content }) => content)));

  const atOnce = [];
  for (const answer of answers) atOnce.push(await rankOf(ada, answer));
  for (const { kind, id } of written) await world.index({ orgId: ada.orgId, kind, id: id as ItemId });
  const later = [];
  for (const answer of answers) later.push(await rankOf(ada, answer));

  expect(atOnce).toEqual(later);
  expect(atOnce).toEqual(services.map(() => 1));
}, 60_000);

it('are shown to nobody who may not read them, and pass no filter that would stop them', async () => {
  const ada = aPrincipal();
  const bo = aColleagueOf(ada);
  await world.remember(ada, ...remembered(lookAlikes('billing')));
  const [query, content] = [questionOf('billing'), answerOf('billing', 0)];
  await world.truth.write(ada, [aNewMemory({ title: 'Retries', content, tags: ['ops'], visibility: 'private' })]);

  expect(await rankOf(ada, { query, content })).toBe(1);
  expect(await rankOf(ada, { query, content, tags: ['ops'] })).toBe(1);
  expect(await rankOf(ada, { query, content, tags: ['sales'] })).toBe(0);
  expect(await rankOf(bo, { query, content })).toBe(0);
}, 60_000);

it('are compared by what they say now, whatever an index holds of their former text', async () => {
  const ada = aPrincipal();
  await world.remember(ada, ...remembered(lookAlikes('billing')));
  const former = aNewMemory({ title: 'Lunch', content: 'The canteen closes at two.' });
  await world.remember(ada, former);
  const [query, content] = [questionOf('billing'), answerOf('billing', 0)];
  const act = { scope: scopeOf(ada), author: ada, id: former.id, ifVersion: 1 };
  await world.lifecycle.change({
    ...act,
    fields: { title: 'Retries', content },
    derived: aNewMemory({ title: 'Retries', content }).derived,
  });

  expect(await rankOf(ada, { query, content })).toBe(1);
}, 60_000);

it('show the passage that answers, however long they are and wherever it stands', async () => {
  const ada = aPrincipal();
  const filler = 'The rota of the harbour office and the paper of the printer are as they were.\n'.repeat(200);
  const fact = 'The lockbox of the north pier opens with 7741.';
  await world.truth.write(ada, [aNewMemory({ title: 'Handbook', content: `${filler}${fact}\n${filler}` })]);

  for (const detail of ['full', 'passages'] as const) {
    const request = RecallRequest.parse({ query: 'how does the lockbox of the north pier open?', detail });
    expect((await world.recall.recall(ada, request)).injectionBlock).toContain(fact);
  }
}, 60_000);
