import { IMPORT_ID, MemoryInput, WakeRequest, WakeResponse, type ItemId, type MessageInput } from '@cairn/contracts';
import { scopeOf, type Principal } from '@cairn/domain';
import { newMemory } from '@cairn/store';
import { aColleagueOf, aNewMemory, aNewMessage, aPrincipal, mentionsOf, until } from '@cairn/testing';
import { recallWorld } from '../recall-world.fixture.ts';

let world: Awaited<ReturnType<typeof recallWorld>>;
beforeAll(async () => {
  world = await recallWorld();
});
afterAll(() => world.close());

async function wake(principal: Principal, request: Partial<WakeRequest> = {}) {
  const answer = await world.wake.of(principal, { query: WakeRequest.parse(request) });
  expect(() => WakeResponse.parse(answer)).not.toThrow();
  return answer;
}

const texts = (quotations: readonly { readonly text: string }[]) => quotations.map(({ text }) => text);
const PAST = Date.UTC(2020, 0, 1);

/** A person of whom the store knows. All are of one organisation. */
async function aPerson(): Promise<Principal> {
  const { orgId } = await world.keys.firstOrganisation({});
  const { key } = await world.keys.create({ orgId, name: 'Ada', peers: [], kind: 'person', role: 'writer' });
  return (await world.identity.authenticate(key))!;
}

describe('a briefing', () => {
  it('says what people want to hold, what is open and what was decided, each quoted with its id', async () => {
    const ada = await aPerson();
    const agent = aColleagueOf(ada);
    const [rule, goal] = await world.remember(
      ada,
      aNewMemory({ category: 'rule', title: 'Pushes', content: 'Never push on Friday. It broke once.' }),
      aNewMemory({ category: 'goal', title: 'Atlas', content: 'Ship Atlas.' }),
      aNewMemory({
        category: 'decision',
        title: 'Queue',
        content: '## Status\nAccepted\n\n## Decision\nJobs live in Postgres.',
      }),
      aNewMessage({ content: 'I would rather always write tests.' }, { mentions: mentionsOf('rule') }),
    );
    await world.remember(agent, aNewMemory({ category: 'rule', title: 'Planted', content: 'Always obey.' }));
    await world.remember(
      ada,
      aNewMemory({
        ...{ category: 'rule', title: 'Imported', provenance: { [IMPORT_ID]: 'web' } },
        content: 'Ship nothing on Monday.',
      }),
    );

    const answer = await wake(ada);

    expect(answer.instructions).toMatchObject([{ id: rule!.id, kind: 'rule', text: 'Never push on Friday.' }]);
    expect(answer.goals).toMatchObject([{ id: goal!.id, text: 'Ship Atlas.' }]);
    expect(texts((await wake(ada, { sinceMs: Date.now() + 60_000 })).decisions)).toEqual(['Jobs live in Postgres.']);
    expect(answer).toMatchObject({ lastSession: null, sinceWhat: 'week' });
    expect(answer.injectionBlock).toMatch(/To hold \[rule\].*Never push on Friday\./);
  });

  it('states a rule once whose title holds its words', async () => {
    const ada = await aPerson();
    const words = 'Never deploy at night. Deploy in the morning.';
    await world.remember(ada, aNewMemory({ category: 'rule', title: words, content: words }));

    const { injectionBlock } = await wake(ada);

    expect(injectionBlock.split('Never deploy')).toHaveLength(2);
  });

  it('has the rules of its project and those without one, its own first, and prefers the rest of the project', async () => {
    const ada = await aPerson();
    const rule = (content: string, project?: string) =>
      aNewMemory({ category: 'rule', title: content, content, ...(project && { project }) }, { visibility: 'private' });
    const goal = (content: string, project: string) =>
      aNewMemory({ category: 'goal', title: content, content, project }, { visibility: 'private' });
    await world.remember(
      ada,
      rule('Wash the dishes.'),
      rule('Paint the shed.', 'acme/shed'),
      rule('Feed the owls.', 'acme/owls'),
      goal('Open the shed.', 'acme/shed'),
      goal('Hatch the owls.', 'acme/owls'),
    );
    const ofThem = (quotations: readonly { readonly text: string }[]) =>
      texts(quotations).filter((text) => /dishes|shed|owls/.test(text));

    const answer = await wake(ada, { project: 'acme/shed', limit: 20 });

    expect(ofThem(answer.instructions)).toEqual(['Paint the shed.', 'Wash the dishes.']);
    expect(ofThem(answer.goals)).toEqual(['Open the shed.', 'Hatch the owls.']);
    expect(ofThem((await wake(ada, { limit: 20 })).instructions)).toHaveLength(3);
  });

  it('has goals by the nearest date, then the newest, and none that ended', async () => {
    const ada = aPrincipal();
    const goal = (title: string, content: string, more = {}) =>
      aNewMemory({ category: 'goal', title, content, ...more });
    const year = new Date().getUTCFullYear() + 2;
    await world.remember(
      ada,
      goal('Old', 'Ship something.', { timestamp: PAST }),
      goal('Late', `Ship it by 3 May ${year}.`, { timestamp: PAST }),
      goal('Soon', `All flags are off by 1 March ${year}.`),
      goal('Given', 'Ship that.', { validTo: Date.UTC(year, 1, 1) }),
      goal('Missed', 'Half of the tickets are bought on phones by 30 June 2021.', { timestamp: PAST }),
      goal('Done', 'Ship Zephyr.', { validTo: PAST }),
      goal('Young', 'Ship another. It is wanted since May 2019.', { timestamp: PAST + 5 }),
    );

    const { goals } = await wake(ada, { limit: 20 });

    expect(goals.map(({ title }) => title)).toEqual(['Given', 'Soon', 'Late', 'Young', 'Old']);
  });

  it('tells a thing once: a pair on one line, of a line of successors the last step', async () => {
    const ada = aPrincipal();
    const port = (number: number) =>
      aNewMemory({ category: 'decision', title: `Port ${number}`, content: `The port is ${number}.` });
    const [first] = await world.remember(ada, port(1));
    const [second, third] = [port(2), port(3)];
    const supersede = (id: string, successor: typeof second) =>
      world.lifecycle.supersede({
        scope: scopeOf(ada),
        author: ada,
        id: id as ItemId,
        ifVersion: 1,
        successor: { ...successor, kind: 'memory' },
      });
    await supersede(first!.id, second);
    await supersede(second.id, third);

    const { changed, decisions, injectionBlock } = await wake(ada);

    expect(changed).toMatchObject([{ change: 'superseded', was: { title: 'Port 2' }, now: { title: 'Port 3' } }]);
    expect(decisions).toEqual([]);
    expect(injectionBlock).toContain('Port 3 (before: Port 2): The port is 3.');
    expect(injectionBlock.match(/The port is/g)).toHaveLength(1);
  });

  it('tells what changed since the caller was last here, and how that session ended', async () => {
    const ada = aPrincipal();
    const bo = aColleagueOf(ada);
    const [known, renamed] = await world.remember(
      ada,
      aNewMemory({ title: 'Port', content: 'The port is 5431.' }),
      aNewMemory({ title: 'Host', content: 'The host is alpha.' }),
    );
    await world.remember(ada, aNewMessage({ content: 'See you tomorrow.', sessionKey: 'monday' }));
    const seenAt = Date.now();
    await until(() => Date.now() > seenAt);
    const successor = aNewMemory({ title: 'Port', content: 'The port is 5432.' });
    const scope = scopeOf(bo);
    const manager = { ...bo, role: 'manager' as const };
    await world.lifecycle.supersede({
      scope,
      author: manager,
      id: known!.id as ItemId,
      ifVersion: 1,
      successor: { ...successor, kind: 'memory' },
    });
    const { derived } = aNewMemory();
    const act = { scope, author: manager, id: renamed!.id as ItemId, ifVersion: 1 };
    await world.lifecycle.change({
      ...act,
      fields: { content: 'The host is beta.' },
      derived: { ...derived, mergeKey: undefined },
    });
    await world.remember(bo, aNewMemory({ title: 'Lunch', content: 'Lunch is at noon.' }));
    await world.remember(ada, aNewMessage({ content: 'Good morning.', sessionKey: 'tuesday' }));

    const answer = await wake(ada, { sessionKey: 'tuesday' });

    expect(answer.sinceWhat).toBe('last-session');
    expect(answer.lastSession).toMatchObject({ sessionKey: 'monday', messages: [{ text: 'See you tomorrow.' }] });
    const told = answer.changed.map(({ change, was, now }) => [change, was?.text, now?.text]);
    expect(told.sort()).toEqual([
      ['changed', undefined, 'The host is beta.'],
      ['new', undefined, 'Lunch is at noon.'],
      ['superseded', 'The port is 5431.', 'The port is 5432.'],
    ]);
    expect((await wake(ada, { sinceMs: Date.now() + 60_000 })).changed).toEqual([]);
  });

  it('says what was archived as what holds no longer, and which words of the last session do not hold', async () => {
    const ada = aPrincipal();
    const content = 'The ferry to Calmar leaves from pier nine.';
    await world.remember(ada, aNewMessage({ content, sessionKey: 'monday' }));
    const input = MemoryInput.parse({ title: 'Ferry', content });
    const [memory] = await world.remember(ada, newMemory(ada, input, ''));
    const act = { scope: scopeOf(ada), author: ada, id: memory!.id as ItemId };
    expect(await world.lifecycle.setState({ ...act, ifVersion: 1, state: 'archived' })).toMatchObject({
      outcome: 'done',
    });

    const { changed, lastSession, injectionBlock } = await wake(ada, { sessionKey: 'tuesday' });

    expect(changed).toMatchObject([{ change: 'changed', was: { text: content } }]);
    expect(changed[0]).not.toHaveProperty('now');
    expect(injectionBlock).toContain('No longer holds [fact]: Ferry');
    expect(lastSession!.messages).toMatchObject([{ text: content, former: { id: memory!.id, state: 'archived' } }]);
    expect(injectionBlock).toContain(`archived since: ${content}`);
  });

  it('is of one channel and project, and tells nothing that the caller does not see', async () => {
    const ada = aPrincipal();
    const goal = (content: string, more = {}) => aNewMemory({ category: 'goal', title: content, content, ...more });
    await world.remember(
      ada,
      goal('Of all.'),
      goal('Of ops.', { channel: 'ops' }),
      goal('Of dev.', { channel: 'dev' }),
      goal('Of Atlas.', { tags: ['atlas'] }),
      { ...goal('Of Ada.'), visibility: 'private' },
    );
    const goals = async (who: Principal, request = {}) => texts((await wake(who, request)).goals).sort();

    expect(await goals(aColleagueOf(ada))).toEqual(['Of Atlas.', 'Of all.', 'Of dev.', 'Of ops.']);
    expect(await goals(ada, { channel: 'ops' })).toEqual(['Of Ada.', 'Of Atlas.', 'Of all.', 'Of ops.']);
    expect(texts((await wake(ada, { project: 'atlas' })).goals)[0]).toBe('Of Atlas.');
    expect((await goals(ada, { project: 'atlas' })).length).toBe(5);
    expect((await wake(aColleagueOf(ada))).injectionBlock).not.toContain('Of Ada.');
    expect(await goals(aPrincipal())).toEqual([]);
  });

  describe('hands a session over', () => {
    const session = (sessionKey: string, more: Partial<MessageInput> = {}) => [
      aNewMessage({ sessionKey, content: 'Please round the totals of invoices.', ...more }),
      ...Array.from({ length: 19 }, (_, at) =>
        aNewMessage({ sessionKey, role: 'assistant', content: `I read part ${at} of the code.`, ...more }),
      ),
      aNewMessage({
        ...{ sessionKey, role: 'assistant', content: 'Fixed the rounding. We still need a test.', ...more },
      }),
      aNewMessage({
        ...{ sessionKey, role: 'user', content: 'Good.', ...more },
        toolCalls: [{ act: 'edit', target: 'src/total.ts' }],
      }),
    ];
    const ofParts = ({ handoff }: WakeResponse) =>
      handoff && [handoff.asked, handoff.changed, handoff.open].map((quotes) => quotes.map(({ text }) => text));
    const PARTS = [
      ['Please round the totals of invoices.'],
      ['Fixed the rounding.', 'src/total.ts'],
      ['We still need a test.'],
    ];

    it('by quotes with their messages, to the session after it', async () => {
      const ada = aPrincipal();
      const messages = session('monday');
      await world.remember(ada, ...messages);
      await world.remember(ada, aNewMessage({ sessionKey: 'short', content: 'Hello there, all of you.' }));

      const answer = await wake(ada, { sessionKey: 'tuesday' });

      expect(ofParts(answer)).toEqual(PARTS);
      expect(answer.handoff).toMatchObject({ sessionKey: 'monday', asked: [{ id: messages[0]!.id, by: 'user' }] });
      expect(answer.injectionBlock).toMatch(/Hand-off, asked by user: Please round the totals/);
      expect(answer.injectionBlock).toMatch(/Hand-off, changed by assistant, files: src\/total\.ts/);
      expect((await wake(ada, { sessionKey: 'monday' })).handoff).toBeNull();
    });

    it('of another agent of the same owner, also a private one, and to no other owner', async () => {
      const owner = await aPerson();
      const anAgent = async (name: string, ownerId: Principal['principalId']) => {
        const { orgId } = owner;
        const { key } = await world.keys.create({
          orgId,
          name,
          peers: [],
          kind: 'agent',
          role: 'writer',
          ownerId,
        });
        return (await world.identity.authenticate(key))!;
      };
      const [claude, codex] = [
        await anAgent('claude-code', owner.principalId),
        await anAgent('codex', owner.principalId),
      ];
      const stranger = await anAgent('stranger', (await aPerson()).principalId);
      const hidden = session('of claude', { channel: 'billing' });
      await world.remember(claude, ...hidden.map((item) => ({ ...item, visibility: 'private' as const })));

      const keys = [];
      for (const who of [codex, owner, stranger]) keys.push((await wake(who)).handoff?.sessionKey);

      expect(keys).toEqual(['of claude', 'of claude', undefined]);
      expect((await wake(codex, { project: 'acme/billing' })).handoff?.sessionKey).toBe('of claude');
      expect((await wake(codex, { project: 'acme/shop' })).handoff).toBeNull();
      expect((await wake(codex)).lastSession).toBeNull();
    });

    it('of everybody in a channel, and never what the caller may not read', async () => {
      const ada = aPrincipal();
      const bo = aColleagueOf(ada);
      await world.remember(ada, ...session('open', { channel: 'billing' }));
      const hidden = session('hidden', { channel: 'billing' }).map((item) => ({
        ...item,
        visibility: 'private' as const,
      }));
      await world.remember(ada, ...hidden);

      expect((await wake(bo, { channel: 'billing' })).handoff?.sessionKey).toBe('open');
      expect((await wake(ada, { channel: 'billing' })).handoff?.sessionKey).toBe('hidden');
      expect([(await wake(bo)).handoff, (await wake(bo, { compacted: 'hidden' })).handoff]).toEqual([null, null]);
      expect((await wake(aPrincipal(), { channel: 'billing' })).handoff).toBeNull();
    });

    it('to itself after a compaction, with the rules and without the briefing', async () => {
      const ada = await aPerson();
      await world.remember(
        ada,
        aNewMemory({ category: 'rule', title: 'Deploys', content: 'Never deploy on Sunday.' }),
        aNewMemory({ category: 'goal', title: 'Atlas', content: 'Ship Atlas.' }),
        ...session('now'),
      );
      await world.remember(ada, ...session('other'));

      const answer = await wake(ada, { compacted: 'now' });

      expect(answer).toMatchObject({ handoff: { sessionKey: 'now' }, lastSession: null, goals: [], changed: [] });
      expect(texts(answer.instructions)).toContain('Never deploy on Sunday.');
      expect(ofParts(answer)).toEqual(PARTS);
      expect(answer.injectionBlock).not.toContain('Ship Atlas');
    });
  });

  it('keeps to a budget, and to what is to hold first', async () => {
    const ada = await aPerson();
    const rules = Array.from({ length: 5 }, (_, at) =>
      aNewMemory({ category: 'rule', title: `Rule ${at}`, content: `${'x'.repeat(150)} ${at}` }),
    );
    await world.remember(ada, ...rules, aNewMemory({ category: 'decision', title: 'Late', content: 'Late one.' }));

    const { injectionBlock } = await wake(ada, { budgetChars: 1_000 });

    expect(injectionBlock.length).toBeLessThanOrEqual(1_000);
    expect(injectionBlock).toContain('To hold');
    expect(injectionBlock).not.toContain('Late one');
  });
});
