import type { AuditQuery, OrgId } from '@cairn/contracts';
import { scopeOf } from '@cairn/domain';
import type { Truth } from '@cairn/ports';
import { NIL } from 'uuid';
import type { AuditLog } from './audit-log.ts';
import { A_REQUEST, aNewMemory, aNewMessage, aPrincipal, type SettableClock } from '@cairn/testing';

export interface AuditLogWorld {
  readonly auditLog: AuditLog;
  readonly truth: Truth;
  readonly clock: SettableClock;
  /** Runs a statement with the password of the store. */
  readonly tamper: (statement: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

const ALL: AuditQuery = { order: 'newest', limit: 100 };
const WHOLE = { after: 0, limit: 1000 };

/** Runs the contract suite of `AuditLog` against one adapter; `make` opens an empty store and its truth. */
export function auditLogContract(adapter: string, make: () => Promise<AuditLogWorld>): void {
  describe(`${adapter} keeps the promises of the audit`, () => {
    let world: AuditLogWorld;
    let log: AuditLog;

    beforeAll(async () => {
      world = await make();
      ({ auditLog: log } = world);
    });
    afterAll(() => world.close());

    /** Makes an organisation with `count` sealed acts of one principal. */
    async function acts(count: number) {
      const ada = aPrincipal();
      for (let n = 0; n < count; n++) await world.truth.write(ada, [aNewMessage()]);
      await sealAll();
      return ada;
    }
    const sealAll = async () => {
      while ((await log.seal({ limit: 100 })) === 100);
    };
    const numbers = async (orgId: OrgId, query: Partial<AuditQuery> = {}) =>
      (await log.list({ orgId, query: { ...ALL, ...query } })).entries.map(({ number }) => number);
    const proofOf = (orgId: OrgId) => log.verify({ orgId, query: WHOLE });

    it('says who did what, on what id, when, with which key and in which request, once it is sealed', async () => {
      const ada = aPrincipal();
      const memory = aNewMemory();
      world.clock.set(1000);
      await world.truth.write(ada, [memory]);
      expect(await numbers(ada.orgId)).toEqual([]);
      world.clock.set(2000);
      await world.truth.forget(scopeOf(ada), ada, 'memory', memory.id);
      await sealAll();

      const { principalId, keyId } = ada;
      const common = { principalId, keyId, kind: 'memory', targetId: memory.id, requestId: A_REQUEST, outcome: 'done' };
      const nothing = { route: null, reason: null, hash: expect.stringMatching(/^[\w-]{43}$/) };
      expect((await log.list({ orgId: ada.orgId, query: ALL })).entries).toEqual([
        { number: 2, at: 2000, act: 'forget', version: 2, ...common, ...nothing },
        { number: 1, at: 1000, act: 'write', version: 1, ...common, ...nothing },
      ]);
    });

    it('gives pages in either order, and what passes every filter', async () => {
      const ada = await acts(5);
      await log.recordDenied({ calls: [{ ...ada, route: 'forget', reason: 'auth/forbidden', times: 3 }] });
      await sealAll();

      const first = await log.list({ orgId: ada.orgId, query: { ...ALL, limit: 4 } });
      expect(first.entries.map(({ number }) => number)).toEqual([6, 5, 4, 3]);
      const { entries, next } = await log.list({ orgId: ada.orgId, query: { ...ALL, limit: 4, after: first.next! } });
      expect([entries.map(({ number }) => number), next]).toEqual([[2, 1], null]);
      expect(await numbers(ada.orgId, { order: 'oldest', after: 3 })).toEqual([4, 5, 6]);
      expect(await numbers(ada.orgId, { outcome: 'denied' })).toEqual([6]);
      expect(
        await numbers(ada.orgId, { act: 'write', kind: 'message', principalId: ada.principalId, limit: 2 }),
      ).toEqual([5, 4]);
      const target = entries[0]!.targetId;
      expect(await numbers(ada.orgId, { targetId: target })).toEqual([2]);
      expect(await numbers(ada.orgId, { sinceMs: world.clock.now() + 1 })).toEqual([]);
      expect(await numbers(ada.orgId, { untilMs: world.clock.now() })).toHaveLength(6);
      expect(await numbers(aPrincipal().orgId)).toEqual([]);
    });

    it('keeps a denied call as one row with how many, and a call that changes nothing', async () => {
      const ada = aPrincipal();
      await log.record({ author: ada, act: 'read', kind: 'memory', targetId: NIL, count: 12, route: 'listMemories' });
      await log.recordDenied({ calls: [{ ...ada, route: 'createKey', reason: 'auth/forbidden', times: 7 }] });
      await sealAll();

      expect((await log.list({ orgId: ada.orgId, query: ALL })).entries).toMatchObject([
        { act: 'call', kind: 'route', outcome: 'denied', version: 7, route: 'createKey', reason: 'auth/forbidden' },
        { act: 'read', outcome: 'done', version: 12, route: 'listMemories', reason: null },
      ]);
    });

    it('holds a chain of each organisation, and a part of it goes on where the last ended', async () => {
      const [ada, eve] = [await acts(5), await acts(2)];
      const whole = await proofOf(ada.orgId);

      expect(whole).toMatchObject({ checked: 5, faults: [], next: null, head: { number: 5 } });
      expect(await proofOf(eve.orgId)).toMatchObject({ checked: 2, faults: [], head: { number: 2 } });
      const part = await log.verify({ orgId: ada.orgId, query: { after: 0, limit: 3 } });
      expect(part).toEqual({ checked: 3, faults: [], next: 3, head: whole.head });
      expect(await log.verify({ orgId: ada.orgId, query: { after: 3, limit: 3 } })).toMatchObject({
        checked: 2,
        faults: [],
        next: null,
      });
    });

    it.each([
      ["update audit set version = 9 where org_id = 'ORG' and seq = ACT", [{ number: 3, fault: 'changed' }]],
      ["update audit set request_id = 'x' where org_id = 'ORG' and seq = ACT", [{ number: 3, fault: 'changed' }]],
      ["delete from audit where org_id = 'ORG' and seq = ACT", [{ number: 3, fault: 'removed' }]],
      ["delete from audit_seal where org_id = 'ORG' and number = 3", [{ number: 3, fault: 'seal-removed' }]],
      ["delete from audit_seal where org_id = 'ORG' and number > 4", [{ number: 5, fault: 'seal-removed' }]],
      [
        "update audit_seal set hash = 'x' where org_id = 'ORG' and number = 3",
        [
          { number: 3, fault: 'changed' },
          { number: 4, fault: 'changed' },
        ],
      ],
    ])('finds and names what was changed by %s', async (statement, faults) => {
      const { orgId } = await acts(5);
      const act = "(select seq from audit_seal where org_id = 'ORG' and number = 3)";
      await world.tamper(statement.replace('ACT', act).replaceAll('ORG', orgId));

      expect((await proofOf(orgId)).faults).toEqual(faults);
    });

    it('finds an act that lost its seal as well as its place', async () => {
      const { orgId } = await acts(2);
      await world.tamper(`delete from audit_seal where org_id = '${orgId}'`);
      world.clock.set(world.clock.now() + 600_000);

      expect((await proofOf(orgId)).faults).toContainEqual({ number: 0, fault: 'unsealed' });
    });

    it('seals what commits late behind what came after it, and looks at nothing twice', async () => {
      const { orgId } = await acts(2);
      world.clock.set(world.clock.now() + 600_000);
      expect(await log.seal({ limit: 100 })).toBe(0);
      await world.truth.write(aPrincipal({ orgId }), [aNewMessage()]);

      expect(await log.seal({ limit: 100 })).toBe(1);
      expect(await log.seal({ limit: 100 })).toBe(0);
      expect(await proofOf(orgId)).toMatchObject({ checked: 3, faults: [] });
    });
  });
}
