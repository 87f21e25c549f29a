import { RecallRequest, recipeNames } from '@cairn/contracts';
import { scopeOf } from '@cairn/domain';
import { aNewMemory, aPrincipal } from '@cairn/testing';
import { onEachIndex, type World } from './each-index.fixture.ts';

onEachIndex(filesAreNoAnswer);

const source = 'repository:acme/ledgerly';
const aFile = (title: string, content: string) => aNewMemory({ title, content, category: 'fact', source });
const files = [
  aFile('CODEOWNERS of acme/ledgerly', '/services/billing/ @ana @ben'),
  aFile('docker-compose.yml of acme/ledgerly', 'billing:\n  depends_on: [postgres]'),
  ...Array.from({ length: 60 }, (_, at) =>
    aFile(`billing/${at}/package.json of acme/ledgerly`, `{ "name": "billing-${at}" }`),
  ),
];

/** The text of manifests, compose files and CODEOWNERS ranks in no recall, however many there are. */
function filesAreNoAnswer(open: () => Promise<World>): void {
  let world: World;
  beforeAll(async () => {
    world = await open();
  });
  afterAll(() => world.close());

  it('finds people and decisions beside any number of them, by every recipe', async () => {
    const ada = aPrincipal();
    const record = aNewMemory({
      title: 'Billing',
      content: 'Billing has its own database.',
      category: 'decision',
      source,
    });
    const person = aNewMemory({ title: 'Ana', content: 'Ana looks after billing of ledgerly.', category: 'person' });
    await world.remember(ada, ...files, record, person);

    for (const recipe of recipeNames)
      for (const query of [
        'who owns billing?',
        'billing package.json of acme/ledgerly',
        'what does billing depend on',
      ]) {
        const { hits } = await world.recall.recall(ada, RecallRequest.parse({ query, recipe, limit: 10 }));
        const answers = [person.id, record.id].filter(
          (id) => recipe === 'fused' || hits.some((hit) => idOf(hit) === id),
        );
        expect([query, recipe, hits.map(idOf).sort()]).toEqual([query, recipe, answers.sort()]);
      }
    const listed = await world.truth.list(scopeOf(ada), { kind: 'memory', source }, { order: 'stored', limit: 100 });
    expect(listed).toHaveLength(files.length + 1);
    expect(await world.truth.find(scopeOf(ada), 'memory', files[0]!.id)).toMatchObject({
      content: files[0]!.input.content,
    });
  });
}

const idOf = (hit: object) => ('memoryId' in hit ? hit.memoryId : undefined);
