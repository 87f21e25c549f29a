import { IMPORT_SILENCE_MAX_MS, limits, type ImportReportRequest, type PrincipalId } from '@cairn/contracts';
import { scopeOf, type Principal } from '@cairn/domain';
import { aColleagueOf, aPrincipal, type SettableClock } from '@cairn/testing';
import { v7 as uuidv7 } from 'uuid';
import type { Forgetting } from './forgetting.ts';
import type { Imports } from './imports.ts';

export interface ImportsWorld {
  readonly imports: Imports;
  readonly forgetting: Forgetting;
  readonly clock: SettableClock;
  readonly close: () => Promise<void>;
}

/** Runs the contract suite of `Imports` against one adapter; `make` opens an empty store. */
export function importsContract(adapter: string, make: () => Promise<ImportsWorld>): void {
  describe(`${adapter} keeps the promises of past imports`, () => {
    let world: ImportsWorld;

    beforeAll(async () => {
      world = await make();
    });
    afterAll(() => world.close());

    const aReport = (fields: Partial<ImportReportRequest> = {}): ImportReportRequest => ({
      ...{ name: 'team.jsonl', format: 'jsonl', readers: 'org', state: 'complete', created: 2, present: 1, failed: 1 },
      failures: [{ place: 'line 4', reason: 'category: must be one of these' }],
      ...fields,
    });
    const report = (author: Principal, importId: string, fields: Partial<ImportReportRequest> = {}) =>
      world.imports.report({ author, importId, report: aReport(fields) });
    const listed = (viewer: Principal) => world.imports.list({ scope: scopeOf(viewer), role: viewer.role });
    const idsSeenBy = async (viewer: Principal) => (await listed(viewer)).map(({ importId }) => importId);
    const forget = (author: Principal, selection: object) =>
      world.forgetting.begin({
        scope: scopeOf(author),
        role: author.role,
        selection: { lineage: false, ...selection },
        id: uuidv7(),
      });

    it('stores the beginning and then the end of an import, whichever arrives last', async () => {
      const ada = aPrincipal();
      world.clock.set(1_000);
      await report(ada, 'i-1', { state: 'running', created: 0, present: 0, failed: 0, failures: [] });
      expect(await listed(ada)).toMatchObject([{ importId: 'i-1', state: 'running', startedAt: 1_000, endedAt: null }]);

      world.clock.set(2_000);
      await report(ada, 'i-1', { state: 'stopped', problem: 'The disk is full.' });
      await report(ada, 'i-1', { state: 'running' });

      expect(await listed(ada)).toEqual([
        {
          ...{ importId: 'i-1', name: 'team.jsonl', format: 'jsonl', readers: 'org', state: 'stopped' },
          ...{ created: 2, present: 1, failed: 1, problem: 'The disk is full.' },
          failures: [{ place: 'line 4', reason: 'category: must be one of these' }],
          ...{
            by: { principalId: ada.principalId, name: '' },
            startedAt: 1_000,
            pace: null,
            endedAt: 2_000,
            undone: null,
          },
        },
      ]);
    });

    it('says how fast a running import goes and how long its rest takes', async () => {
      const ada = aPrincipal();
      const running = (fields: Partial<ImportReportRequest>) =>
        report(ada, 'pace', { state: 'running', present: 0, failed: 0, failures: [], ...fields });
      world.clock.set(1_000);
      await running({ created: 0, share: 0 });
      expect(await listed(ada)).toMatchObject([{ pace: null }]);

      world.clock.set(11_000);
      await running({ created: 150, present: 50, share: 0.2 });
      expect(await listed(ada)).toMatchObject([{ pace: { perSecond: 20, secondsLeft: 40 } }]);

      await report(ada, 'pace', { state: 'complete', share: 1 });
      expect(await listed(ada)).toMatchObject([{ pace: null }]);
    });

    it('counts an import whose client gives no sign as stopped, until it reports again', async () => {
      const ada = aPrincipal();
      const running = (created: number) => report(ada, 'silent', { state: 'running', created });
      world.clock.set(1_000);
      await running(0);
      world.clock.set(IMPORT_SILENCE_MAX_MS);
      await running(1);
      world.clock.set(2 * IMPORT_SILENCE_MAX_MS);
      expect(await listed(ada)).toMatchObject([{ state: 'running', created: 1, startedAt: 1_000, problem: null }]);

      world.clock.set(2 * IMPORT_SILENCE_MAX_MS + 1);
      expect(await listed(ada)).toMatchObject([{ state: 'stopped', problem: expect.stringContaining('no sign') }]);

      await running(2);
      expect(await listed(ada)).toMatchObject([{ state: 'running', created: 2 }]);
    });

    it('shows an import to its importer, to the owner of an agent and, if everyone may read it, to managers', async () => {
      const agent = aPrincipal();
      const owner = aColleagueOf(agent, { agents: [agent.principalId as PrincipalId] });
      const boss = aColleagueOf(agent, { role: 'manager' });
      await report(agent, 'private-1', { readers: 'private' });
      world.clock.set(world.clock.now() + 1);
      await report(agent, 'org-1');

      expect(await idsSeenBy(agent)).toEqual(['org-1', 'private-1']);
      expect(await idsSeenBy(owner)).toEqual(['org-1', 'private-1']);
      expect(await idsSeenBy(boss)).toEqual(['org-1']);
      expect(await idsSeenBy(aColleagueOf(agent))).toEqual([]);
      expect(await idsSeenBy(aPrincipal({ role: 'admin' }))).toEqual([]);
    });

    it('keeps imports of two people apart that have one id', async () => {
      const ada = aPrincipal();
      const grace = aColleagueOf(ada);
      await report(ada, 'same', { name: 'ada.jsonl' });
      await report(grace, 'same', { name: 'grace.jsonl' });

      expect(await listed(ada)).toMatchObject([{ name: 'ada.jsonl' }]);
      expect(await listed(grace)).toMatchObject([{ name: 'grace.jsonl' }]);
    });

    it('marks an import as undone when all of it is forgotten, by whoever may see it', async () => {
      const ada = aPrincipal();
      const boss = aColleagueOf(ada, { role: 'manager' });
      await report(ada, 'wrong');
      await forget(aColleagueOf(ada), { importId: 'wrong' });
      await forget(ada, { importId: 'wrong', source: 'one' });
      expect(await listed(ada)).toMatchObject([{ undone: null }]);

      world.clock.set(9_000);
      await forget(boss, { importId: 'wrong' });

      expect(await listed(ada)).toMatchObject([{ undone: { at: 9_000, by: { principalId: boss.principalId } } }]);
    });

    it('keeps the newest imports of a principal, up to the limit', async () => {
      const ada = aPrincipal();
      const { max } = limits.keptImports;
      for (let at = 0; at <= max; at += 1) {
        world.clock.set(10_000 + at);
        await report(ada, `i-${at}`);
      }

      const ids = await idsSeenBy(ada);

      expect([ids.length, ids[0], ids.at(-1)]).toEqual([max, `i-${max}`, 'i-1']);
    });
  });
}
