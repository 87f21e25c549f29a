import { limits, type ItemId } from '@cairn/contracts';
import { scopeOf, type Principal } from '@cairn/domain';
import type { Truth } from '@cairn/ports';
import { aNewMemory, aPrincipal, type SettableClock } from '@cairn/testing';
import type { Retention } from '../forgetting/retention.ts';
import type { AgentCallsStore, NewAgentCall } from './agent-calls.ts';
import type { Identity } from './identity.ts';
import type { Keys } from './keys.ts';
import { removePrincipal, type Principals } from './principals.ts';
import type { Settings } from './settings.ts';

export interface AgentCallsWorld {
  readonly agentCalls: AgentCallsStore;
  readonly principals: Principals;
  readonly retentions: Retention;
  readonly settings: Settings;
  readonly truth: Truth;
  readonly identity: Identity;
  readonly keys: Keys;
  readonly clock: SettableClock;
  /** Returns every row of every table, each after the name of its table. */
  readonly dump: () => Promise<string[]>;
  readonly close: () => Promise<void>;
}

const DAY_MS = 86_400_000;

/** Runs the contract suite of `agentCalls` against one adapter; `make` opens an empty store with truth and keys. */
export function agentCallsContract(adapter: string, make: () => Promise<AgentCallsWorld>): void {
  describe(`${adapter} keeps the promises of the calls of agents`, () => {
    let world: AgentCallsWorld;
    let [admin, bot]: Principal[] = [];

    beforeAll(async () => {
      world = await make();
    });
    afterAll(() => world.close());
    beforeEach(async () => {
      world.clock.set(100 * DAY_MS);
      const { orgId } = await world.keys.firstOrganisation({});
      const one = async (name: string, kind: 'person' | 'agent', role: 'admin' | 'writer') => {
        const { key } = await world.keys.create({ orgId, name, kind, role, peers: [] });
        return (await world.identity.authenticate(key))!;
      };
      [admin, bot] = [await one('Ada', 'person', 'admin'), await one('claude-code@laptop', 'agent', 'writer')];
    });

    const aCall = (fields: Partial<NewAgentCall> = {}): NewAgentCall => ({
      ...{
        principalId: bot!.principalId,
        at: world.clock.now(),
        act: 'recall',
        question: 'which port?',
        project: null,
      },
      ...{ hits: 0, itemIds: [], tookMs: 12, hook: null, isLate: false, ...fields },
    });
    const add = (...calls: NewAgentCall[]) => world.agentCalls.add({ orgId: bot!.orgId, calls });
    const name = () => ({ orgId: bot!.orgId, principalId: bot!.principalId });
    const questions = async () => (await world.agentCalls.list(name())).calls.map(({ question }) => question);
    const bytes = async (text: string) => (await world.dump()).filter((row) => row.includes(text));
    async function aMemory(): Promise<ItemId> {
      const memory = aNewMemory();
      await world.truth.write(bot!, [memory]);
      return memory.id as ItemId;
    }

    it('keeps what an agent asked and got, the newest first', async () => {
      const itemIds = [await aMemory(), await aMemory()];
      await add(aCall({ question: 'first' }));
      await add(aCall({ question: 'second', hits: 2, itemIds, hook: 'prompt', isLate: true, project: 'acme/shop' }));

      const { isKept, calls } = await world.agentCalls.list(name());
      expect(isKept).toBe(true);
      expect(calls).toMatchObject([
        { ...{ question: 'second', hits: 2, itemIds, tookMs: 12, hook: 'prompt', isLate: true }, project: 'acme/shop' },
        { question: 'first', act: 'recall', at: 100 * DAY_MS, itemIds: [], hook: null, isLate: false },
      ]);
      const stranger = { orgId: aPrincipal().orgId, principalId: bot!.principalId };
      expect((await world.agentCalls.list(stranger)).calls).toEqual([]);
    });

    it('counts the late answers that a hook reports in place of those that the server saw', async () => {
      const late = { hook: 'prompt', isLate: true } as const;
      await add(aCall(late), aCall({ ...late, lateReported: 0 }), aCall({ hook: 'prompt', lateReported: 3 }));

      const all = await world.agentCalls.numbers({ orgId: bot!.orgId });

      const own = all.find(({ principalId }) => principalId === bot!.principalId);
      expect(own).toMatchObject({ asked: 3, late: 4 });
    });

    it('keeps the last questions of each agent, and forgets them after some days or by retention', async () => {
      const { max } = limits.agentCalls;
      for (let at = 0; at < max + 3; at += 10)
        await add(...Array.from({ length: 10 }, (_, more) => aCall({ question: `${at + more}.` })));
      expect(await questions()).toHaveLength(max);
      expect((await questions())[0]).toBe(`${Math.ceil((max + 3) / 10) * 10 - 1}.`);

      await world.retentions.set({
        author: admin!,
        rule: { kind: 'message', channel: null, archiveAfterDays: null, forgetAfterDays: 2 },
      });
      world.clock.advance(DAY_MS);
      await world.agentCalls.expire();
      expect(await questions()).toHaveLength(max);
      world.clock.advance(DAY_MS + 1);
      await world.agentCalls.expire();
      expect(await questions()).toEqual([]);
      await world.retentions.remove({ author: admin!, place: { kind: 'message', channel: null } });

      await add(aCall({ question: 'an unusual question' }));
      world.clock.advance(limits.agentCallDays.max * DAY_MS + 1);
      expect(await questions()).toEqual([]);
      await world.agentCalls.expire();
      expect(await bytes('an unusual question')).toEqual([]);
    });

    it('forgets a question with the first item of its answer that is forgotten, and keeps none about a forgotten item', async () => {
      const [gone, other] = [await aMemory(), await aMemory()];
      await add(
        aCall({ question: 'about both items', itemIds: [gone, other] }),
        aCall({ question: 'about the other item', itemIds: [other] }),
      );
      await world.truth.forget(scopeOf(bot!), bot!, 'memory', gone);
      expect(await questions()).toEqual(['about the other item']);
      expect(await bytes('about both items')).toEqual([]);

      await add(aCall({ question: 'about what is gone', itemIds: [gone] }));
      expect(await bytes('about what is gone')).toEqual([]);
    });

    it('forgets all questions when the owner says so, when the agent leaves, and when the setting is off', async () => {
      await add(aCall(), aCall());
      expect(await world.agentCalls.forget(name())).toBe(2);
      expect(await questions()).toEqual([]);

      await add(aCall({ itemIds: [await aMemory()] }));
      await world.settings.change({ author: admin!, changes: { agentCalls: 'off' } });
      expect(await world.settings.find({ orgId: bot!.orgId })).toMatchObject({ agentCalls: 'off' });
      await add(aCall());
      expect(await world.agentCalls.list(name())).toEqual({ isKept: false, calls: [] });
      await world.settings.change({ author: admin!, changes: { agentCalls: 'on' } });

      await add(aCall({ question: 'before it left' }));
      await removePrincipal(world.principals, {
        ...{ author: admin!, principalId: bot!.principalId, heir: admin!.principalId, force: false },
      });
      expect(await bytes('before it left')).toEqual([]);
    });

    it('counts the questions of today, also those that it does not keep, and what was stored', async () => {
      await add(aCall(), aCall({ hook: 'prompt', isLate: true, project: 'acme/shop' }));
      await add(aCall({ itemIds: ['0190a000-0000-7000-8000-000000000000' as ItemId] }));
      await aMemory();
      const ofBot = async () =>
        (await world.agentCalls.numbers({ orgId: bot!.orgId })).find(
          ({ principalId }) => principalId === bot!.principalId,
        );

      expect(await ofBot()).toMatchObject({
        ...{ asked: 3, late: 1, stored: 1, hookAt: 100 * DAY_MS, project: 'acme/shop' },
      });
      world.clock.advance(DAY_MS);
      expect(await ofBot()).toMatchObject({ asked: 0, late: 0, stored: 0, hookAt: 100 * DAY_MS });
      expect(await world.agentCalls.numbers({ orgId: aPrincipal().orgId })).toEqual([]);
    });
  });
}
