import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RecallRequest, RecallResponse, type Hit, type ItemId, type MemoryId, shortIdOf } from '@cairn/contracts';
import { scopeOf, type Principal } from '@cairn/domain';
import { boundaryOf, parseBlock } from '@cairn/prompt';
import { aColleagueOf, aNewMemory, aNewMessage, aPrincipal } from '@cairn/testing';
import { recallWorld } from './recall-world.fixture.ts';

describe('recall as a whole', () => {
  let world: Awaited<ReturnType<typeof recallWorld>>;
  beforeAll(async () => {
    world = await recallWorld();
  });
  afterAll(() => world.close());

  const ask = async (asker: Principal, query: string, more: Partial<RecallRequest> = {}) =>
    RecallResponse.parse(await world.recall.recall(asker, RecallRequest.parse({ query, ...more })));
  const titles = ({ hits }: RecallResponse) => hits.map((hit) => (hit.kind === 'memory' ? hit.title : hit.content));

  it('puts what the mode is about first among what is about as good, and leaves nothing out', async () => {
    const ada = aPrincipal();
    const of = (title: string, category: 'fact' | 'decision') =>
      aNewMemory({ title, category, content: `${title}: the ledger is kept in one Postgres database.` });
    await world.remember(ada, of('The ledger database', 'fact'), of('Where it is', 'decision'));

    const general = await ask(ada, 'ledger database');
    const decisions = await ask(ada, 'ledger database', { mode: 'decision' });

    expect(titles(general)).toEqual(['The ledger database', 'Where it is']);
    expect(titles(decisions)).toEqual(['Where it is', 'The ledger database']);
  });

  it('lowers what people called wrong, lifts what helped them, and says so', async () => {
    const ada = aPrincipal();
    const [wrong, plain, helpful] = ['north', 'south', 'east'].map((where) =>
      aNewMemory({ title: 'Ledger backup', content: `The ledger has its backup in the ${where} room of the office.` }),
    );
    await world.remember(ada, wrong!, plain!, helpful!);
    const order = async (more: Partial<RecallRequest> = {}) => (await ask(ada, 'ledger backup room', more)).hits;
    const said = async (id: string, kind: 'wrong' | 'helpful') => {
      for (const from of [ada, aColleagueOf(ada), aColleagueOf(ada)])
        await world.feedback.give({ scope: scopeOf(from), memoryId: id as ItemId, kind });
      await world.feedback.updateStrength({ orgId: ada.orgId, memoryId: id as ItemId });
    };
    const before = await order();
    const [first, , last] = before.map(idOf);

    await said(first!, 'wrong');
    await said(last!, 'helpful');

    const after = await order({ explain: true });
    expect(after.map(idOf)).toEqual([last, before.map(idOf)[1], first]);
    expect(after[0]!.why).toContain('served people who said so');
    expect(after[2]!.why).toContain('called wrong or outdated');
  });

  it('shows titles, passages or whole texts, and says which part it shows', async () => {
    const ada = aPrincipal();
    const content = `${'The yard is quiet today. '.repeat(60)}\n\nThe kiln fires at noon.`;
    await world.remember(ada, aNewMemory({ title: 'Yard log', content }));
    const detailed = async (detail: RecallRequest['detail']) => (await ask(ada, 'kiln fires', { detail })).hits[0]!;

    expect(await detailed('titles')).toMatchObject({ content: '', cut: { from: 0, to: 0, of: content.length } });
    expect(await detailed('full')).toMatchObject({ content });
    const { injectionBlock } = await ask(ada, 'kiln fires', { detail: 'titles' });
    expect(injectionBlock.split('\n').slice(-2)[0]).toMatch(/^1\. Yard log · id [0-9a-f]{9}$/);
  });

  it('links what a memory supersedes, was made from and shares a source with', async () => {
    const ada = aPrincipal({ role: 'manager' });
    const said = aNewMessage({ content: 'We moved the kiln to noon.' });
    const old = aNewMemory({ title: 'Old kiln hour', content: 'The kiln fires at ten.' });
    const base = aNewMemory({ title: 'Kiln log', content: 'Firing hours of May.' });
    const twin = aNewMemory({ title: 'Noon duty', content: 'Somebody stays in.', sourceIds: [said.id] });
    await world.remember(ada, said, old, base, twin);
    const kiln = aNewMemory({
      title: 'Kiln hour',
      content: 'The kiln fires at noon.',
      sourceIds: [said.id, base.id],
    });
    const act = { scope: scopeOf(ada), author: ada, id: old.id, ifVersion: 1 };
    await world.lifecycle.supersede({ ...act, successor: kiln as typeof kiln & { kind: 'memory' } });

    const { hits, injectionBlock } = await ask(ada, 'kiln noon hour', { sources: 'without-messages' });

    expect(linksByTitle(hits)).toEqual({
      'Kiln hour': ['supersedes Old kiln hour', 'derives from Kiln log', 'same source Noon duty'],
      'Kiln log': ['source of Kiln hour'],
      'Noon duty': ['same source Kiln hour'],
    });
    const { items } = parseBlock(injectionBlock, boundaryOf(injectionBlock)!);
    expect(items.map(({ title }) => title)).toContain('Kiln hour');
    expect(injectionBlock).toContain(`- supersedes "Old kiln hour" (id ${shortIdOf(old.id)})`);
    const plain = await ask(ada, 'kiln noon hour', { includeAssociations: false });
    expect(plain.hits.filter((hit) => 'associations' in hit)).toEqual([]);
  });

  it('links nothing that the asker does not see', async () => {
    const ada = aPrincipal();
    const said = aNewMessage({ content: 'The gate code is new.' });
    const open = aNewMemory({ title: 'Gate code', content: 'Changed in May.', sourceIds: [said.id] });
    const hidden = aNewMemory({ title: 'Secret of Ada', content: 'Kept apart.', sourceIds: [said.id] });
    await world.remember(ada, said, open, { ...hidden, visibility: 'private' });

    const [mine] = (await ask(ada, 'gate code', { limit: 1 })).hits;
    const [theirs] = (await ask(aColleagueOf(ada), 'gate code', { limit: 1 })).hits;

    expect(mine).toMatchObject({ associations: [{ title: 'Secret of Ada', relation: 'same source' }] });
    expect(theirs).not.toHaveProperty('associations');
    const linksOf = (asker: Principal, { id }: { id: string }) =>
      world.memoryLinks.of(asker, { params: { id: id as MemoryId }, query: {} });
    expect(await linksOf(ada, open)).toMatchObject({ links: [{ title: 'Secret of Ada', relation: 'same source' }] });
    expect(await linksOf(aColleagueOf(ada), open)).toEqual({ links: [] });
    await expect(linksOf(aColleagueOf(ada), hidden)).rejects.toMatchObject({ code: 'item/unknown' });
  });

  it('links the newest others of one subject, and tells a model of one that is not among the hits', async () => {
    const ada = aPrincipal();
    const about = (title: string, timestamp: number) =>
      aNewMemory({ title, content: `${title} of the kiln.`, subject: 'kiln', timestamp }, { visibility: 'org' });
    const all = [about('Firing', 1), about('Glazing', 2), about('Mending', 3)];
    await world.remember(ada, ...all, aNewMemory({ title: 'Loom', content: 'It is oiled.', subject: 'loom' }));
    const hidden = aNewMemory({ title: 'Own', content: 'Mine.', subject: 'kiln' }, { visibility: 'private' });
    await world.remember(aColleagueOf(ada), hidden);
    const asked = { query: 'firing of the kiln', limit: 1 };

    const one = await ask(ada, asked.query, asked);
    const every = await ask(ada, asked.query, { limit: 8 });

    const linked = { relation: 'same subject' };
    expect(one.hits).toMatchObject([
      {
        title: 'Firing',
        associations: [
          { title: 'Mending', ...linked },
          { title: 'Glazing', ...linked },
        ],
      },
    ]);
    expect(one.injectionBlock.match(/same subject .*/g)).toEqual([
      expect.stringMatching(/^same subject "\w+" \(id \w+\)$/),
    ]);
    expect(every.hits.length).toBeGreaterThan(2);
    expect(every.injectionBlock).not.toContain('same subject');
  });

  it('links what says something of an entity that a memory speaks of, and names both', async () => {
    const ada = aPrincipal();
    const declaring = (title: string, content: string, from: string, type: string, to: string) =>
      aNewMemory({ title, content, relations: [{ from, type, to }] }, { visibility: 'org' });
    const owner = declaring('Weekly', 'The herons took over the ledger.', 'team:Herons', 'owns', 'service:Ledger');
    const user = declaring('Shop talk', 'Orders go there at noon.', 'service:Shop', 'depends_on', 'service:Ledger');
    await world.remember(ada, owner, user);
    for (const { id } of [owner, user])
      await world.graphs.keep({
        orgId: ada.orgId,
        kind: 'memory',
        id: id as ItemId,
        version: 1,
        said: { statements: [], rules: [] },
      });

    const { hits } = await ask(ada, 'who took over the ledger?', { limit: 1 });

    const through = { entity: 'Ledger', relationType: 'depends_on' };
    expect(hits).toMatchObject([{ associations: [{ title: 'Shop talk', relation: 'same entity', through }] }]);
  });

  it('answers a question without a topic with what it knows, and one about an unknown topic with nothing', async () => {
    const ada = aPrincipal();
    const ferry = { title: 'Ferry', content: 'The ferry leaves at six.' };
    await world.remember(ada, aNewMemory(ferry), aNewMemory({ title: 'Diet', content: 'Ada eats no peanuts.' }));

    for (const query of ['What do you know about me?', 'What do you remember?', 'List everything.']) {
      const answer = await ask(ada, query);
      expect(titles(answer).sort()).toEqual(['Diet', 'Ferry']);
      expect(answer.flags).toEqual([]);
    }
    expect(await ask(ada, 'What do you know about Zanzibar?')).toMatchObject({ hits: [], reason: 'foreign-topic' });
    expect((await ask(ada, 'What do you remember?', { minScore: 0.9 })).hits).toEqual([]);
  });

  it('shows the nearest of a foreign topic only where minScore 0 asks for it, marked', async () => {
    const ada = aPrincipal();
    await world.remember(ada, aNewMemory({ title: 'Ferry', content: 'The ferry leaves at six.', category: 'fact' }));

    for (const minScore of [undefined, 0.05])
      expect(await ask(ada, 'zzzz qqqq', { minScore })).toMatchObject({ hits: [], reason: 'foreign-topic' });
    const nearest = await ask(ada, 'zzzz qqqq', { minScore: 0 });

    expect(nearest).toMatchObject({ hits: [{ title: 'Ferry' }], flags: [{ code: 'foreign-topic' }] });
    const { notes } = parseBlock(nearest.injectionBlock, boundaryOf(nearest.injectionBlock)!);
    expect(notes.join()).toContain('nothing stored is about this topic');
    expect(await ask(ada, 'when does the ferry leave?', { minScore: 0 })).toMatchObject({ flags: [] });
  });

  it('shows nothing of a name that nobody has used, however near the ordinary words around it are', async () => {
    const ada = aPrincipal();
    const leads = ['Platform', 'Payments', 'Search'].map((team, at) =>
      aNewMemory({ title: `${team} team lead`, content: `${['Ines', 'Wen', 'Tomasz'][at]!} leads the ${team} team.` }),
    );
    await world.remember(ada, ...leads);

    for (const query of ['who leads the Growth team', 'who leads the growth team?', 'what does Petra lead?']) {
      expect(await ask(ada, query)).toMatchObject({ hits: [], reason: 'foreign-topic' });
      for (const more of [{ minScore: 0 }, { abstain: false }])
        expect(await ask(ada, query, more)).toMatchObject({ flags: [{ code: 'foreign-topic' }] });
    }
    for (const query of ['who leads the Payment team', 'who leads the Serach team', 'which team does Thomasz lead?'])
      expect((await ask(ada, query)).hits).not.toEqual([]);
    const elsewhere = await ask(ada, 'who leads the Payments team?', { categories: ['rule'] });
    expect(elsewhere).toMatchObject({ reason: 'filtered-out' });
  });

  it('says which words of the question no hit has together, and shows nothing where several names are unknown', async () => {
    const ada = aPrincipal();
    const plans = ['Kite plan: unlimited seats and phone support.', 'Wren plan: ten seats, billed by the year.'];
    await world.remember(ada, ...plans.map((content) => aNewMemory({ title: content.slice(0, 9), content })));
    const flagsOf = async (query: string) => (await ask(ada, query)).flags;

    expect(await flagsOf('does the Wren plan include phone support')).toEqual([{ code: 'unsure', missing: ['wren'] }]);
    expect(await flagsOf('Which seats has the "Heron plan"?')).toEqual([{ code: 'unsure', missing: ['Heron plan'] }]);
    expect(await flagsOf('How many seats has the Wren plan?')).toEqual([]);
    await world.remember(ada, aNewMemory({ title: 'Hosts', content: 'The Oslo cluster hosts the Kite plan.' }));
    expect(await flagsOf('Who hosts the Kite plan in the Tokyo cluster?')).toEqual([
      { code: 'unsure', missing: ['Tokyo'] },
    ]);
    await world.remember(ada, aNewMessage({ content: 'Chen Wei asked for the Kite plan.' }));
    expect(await flagsOf('phone number of Chen Wei')).toEqual([{ code: 'unsure', missing: ['phone number'] }]);
    expect(await ask(ada, 'What is the seat plan of the Zeppelin in Perth?')).toMatchObject({
      reason: 'foreign-topic',
    });
    expect((await ask(ada, 'What is the seat plan of the Zeppelin?')).hits).not.toEqual([]);
  });

  it('shows nothing that is only a little near to words that nobody has used', async () => {
    const ada = aPrincipal();
    await world.remember(ada, aNewMemory({ title: 'Ferry', content: 'The ferry leaves at six.', category: 'fact' }));

    expect(await ask(ada, 'zzzz qqqq', { abstain: false })).toMatchObject({ flags: [{ code: 'foreign-topic' }] });
    expect((await ask(ada, 'zzzz ferry')).hits).toHaveLength(1);
  });

  it('says where nothing near is of the channel that was named', async () => {
    const ada = aPrincipal();
    await world.remember(
      ada,
      aNewMemory({ title: 'Ferry', content: 'The ferry leaves at six.', category: 'fact' }),
      aNewMessage({ content: 'The buoy was painted.', channel: 'harbour' }),
    );

    const flagsOf = async (channel?: string) => (await ask(ada, 'when does the ferry leave?', { channel })).flags;

    expect(await flagsOf('harbor')).toEqual([{ code: 'nothing-in-channel', channel: 'harbor' }]);
    expect(await flagsOf('harbour')).toEqual([]);
    expect(await flagsOf()).toEqual([]);
  });

  it('names the filter that emptied an answer, and what to do next', async () => {
    const ada = aPrincipal();
    await world.remember(ada, aNewMemory({ title: 'Ferry', content: 'The ferry leaves at six.', category: 'fact' }));

    const high = await ask(ada, 'when does the ferry leave?', { minScore: 1 });
    const filtered = await ask(ada, 'when does the ferry leave?', { categories: ['rule'] });

    expect(high).toMatchObject({
      reason: 'below-min-score',
      nextStep: expect.stringMatching(/lower minScore.*0\.\d\d/),
    });
    expect(filtered).toMatchObject({ emptiedBy: ['categories'], nextStep: 'Next step: ask again without categories.' });
    const { notes } = parseBlock(filtered.injectionBlock, boundaryOf(filtered.injectionBlock)!);
    expect(notes).toContain(filtered.nextStep);
    const found = await ask(ada, 'when does the ferry leave?', {
      minScore: Number(/0\.\d\d/.exec(high.nextStep!)![0]),
    });
    expect(found.hits).toHaveLength(1);
  });

  it('has as many hits as the organisation has decided, where the request names no number', async () => {
    const ada = aPrincipal({ recallLimit: 3 });
    const notes = [1, 2, 3, 4, 5].map((at) =>
      aNewMemory({ title: `Pier ${at}`, content: `The pier of quay ${at} is closed in ${at} days.` }),
    );
    await world.remember(ada, ...notes);

    const usual = await ask(ada, 'which pier of the quay is closed?');
    expect(usual.hits).toHaveLength(3);
    expect(usual.injectionBlock).not.toContain('more');
    expect((await ask(ada, 'which pier of the quay is closed?', { limit: 5 })).hits).toHaveLength(5);
  });

  it('counts what a higher limit would show, where the request names none', async () => {
    const ada = aPrincipal();
    await world.remember(
      ada,
      aNewMemory({ title: 'Ferry', content: 'The ferry to the island leaves from the north pier at six.' }),
      ...[1, 2, 3, 4].map((at) =>
        aNewMemory({ title: `Island walk ${at}`, content: `Path ${at} of the island is steep.` }),
      ),
    );
    const notes = async (more: Partial<RecallRequest> = {}) => {
      const { hits, injectionBlock } = await ask(
        ada,
        'when does the ferry to the island leave from the north pier?',
        more,
      );
      return [hits.length, /Note: (.* more.*)/.exec(injectionBlock)?.[1]];
    };

    expect(await notes()).toEqual([3, expect.stringMatching(/^2 more (weak ones)?: limit 5\.$/)]);
    expect(await notes({ limit: 2 })).toEqual([2, undefined]);
    expect(await notes({ limit: 5 })).toEqual([5, undefined]);
  });

  it('answers nobody in the name of another', async () => {
    const ada = aPrincipal({ name: 'ada' });

    await expect(ask(ada, 'ferry', { agentId: 'grace' })).rejects.toMatchObject({
      code: 'request/invalid',
      issues: [{ field: 'agentId' }],
    });
    await expect(ask(ada, 'ferry', { agentId: 'ada' })).resolves.toMatchObject({ hits: [] });
    await expect(ask(ada, 'ferry', { agentId: ada.principalId })).resolves.toMatchObject({ hits: [] });
  });
});

const idOf = (hit: Hit) => (hit.kind === 'memory' ? hit.memoryId : '');

const linksByTitle = (hits: readonly Hit[]) =>
  Object.fromEntries(
    hits.flatMap((hit) =>
      hit.kind === 'memory'
        ? [[hit.title, hit.associations?.map(({ relation, title }) => `${relation} ${title}`) ?? []]]
        : [],
    ),
  );
