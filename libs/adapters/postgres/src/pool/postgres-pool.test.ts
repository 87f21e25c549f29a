import { Socket } from 'node:net';
import { jest } from '@jest/globals';
import { CairnError } from '@cairn/contracts';
import { aNewMessage, aPrincipal, describeWith, until } from '@cairn/testing';
import { sql } from 'kysely';
import { faultyLine, onServer, postgresWorld } from '../postgres-world.fixture.ts';
import { prepareStatement } from './dialect.ts';
import { PostgresPool } from './postgres-pool.ts';
import type { Session } from './session.ts';

const sleeping = prepareStatement<{ seconds: number }>()((place) => sql`select pg_sleep(${place('seconds')})`);
const answer = prepareStatement<object>()(() => sql<{ one: number }>`select 1 as one`);
const backend = prepareStatement<object>()(() => sql<{ pid: number }>`select pg_backend_pid() as pid`);
const resetRole = prepareStatement<object>()(() => sql`reset role`);
const endingOthers = prepareStatement<object>()(
  () => sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`,
);
const ending = prepareStatement<{ pid: number }>()((place) => sql`select pg_terminate_backend(${place('pid')})`);

describeWith('POSTGRES_URL', 'PostgresPool', (server) => {
  const { orgId } = aPrincipal();
  let world: Awaited<ReturnType<typeof postgresWorld>>;

  const start = async (options: Parameters<typeof postgresWorld>[1]) => {
    world = await postgresWorld(server, options);
    return world.pool;
  };
  afterEach(() => world.close());

  it('says that the truth is unavailable when a statement takes too long, and works on', async () => {
    const pool = await start({ statementTimeoutMs: 200 });

    const slow = pool.read(orgId, (session) => session.all(sleeping, { seconds: 30 }));

    await expect(slow).rejects.toMatchObject({ code: 'truth/unavailable' });
    expect(await pool.read(orgId, (session) => session.all(answer, {}))).toEqual([{ one: 1 }]);
  });

  it('probes every silent connection long before a network between forgets it', async () => {
    const probed = jest.spyOn(Socket.prototype, 'setKeepAlive');
    const pool = await start({});
    probed.mockClear();
    const listener = pool.newListener();

    await Promise.all([pool.read(orgId, (session) => session.all(answer, {})), pool.health(), listener.connect()]);

    expect(probed.mock.calls.length).toBeGreaterThanOrEqual(3);
    for (const call of probed.mock.calls) expect(call).toEqual([true, 30_000]);
    await listener.end();
    probed.mockRestore();
  });

  it('reads the store at one moment, whatever is written meanwhile', async () => {
    const pool = await start({});
    const counted = prepareStatement<object>()(
      () => sql<{ number: string }>`select count(*) as number from subscriber_progress`,
    );
    const adding = prepareStatement<object>()(
      () => sql`insert into subscriber_progress (subscriber, place) values ('map', 1)`,
    );

    const [before, after] = await pool.read('all', async (session) => {
      const first = await session.all(counted, {});
      await pool.write('all', (writing) => writing.run(adding, {}));
      return [first, await session.all(counted, {})];
    });

    expect(after).toEqual(before);
    expect(await pool.read('all', (session) => session.all(counted, {}))).not.toEqual(before);
  });

  it('outlives connections that the server ends, idle or at work', async () => {
    const pool = await start({ connectionsMax: 1 });
    const [idle] = await pool.read(orgId, (session) => session.all(backend, {}));
    const other = await PostgresPool.open({ url: world.url });
    await other.read('all', async (session) => {
      // Only the login role may end connections.
      await session.all(
        prepareStatement<object>()(() => sql`reset role`),
        {},
      );
      await session.all(ending, { pid: idle?.pid ?? 0 });
    });
    await other.close();

    const atWork = pool.write(orgId, async (session) => {
      const [own] = await session.all(backend, {});
      await session.all(
        prepareStatement<object>()(() => sql`reset role`),
        {},
      );
      await session.all(ending, { pid: own?.pid ?? 0 });
    });

    await expect(atWork).rejects.toMatchObject({ code: 'truth/unavailable' });
    expect(await pool.health()).toEqual({ ready: true });
  });

  it('is well at the first question after its connections ended, since a new one is made', async () => {
    const pool = await start({});
    await pool.health();
    await pool.read('all', async (session) => {
      await session.all(resetRole, {});
      await session.all(endingOthers, {});
    });

    expect(await pool.health()).toEqual({ ready: true });
  });

  it('refuses more waiting than it was told, and serves those that wait', async () => {
    const pool = await start({ connectionsMax: 1, waitingMax: 2 });
    await pool.health();
    const read = () => pool.read(orgId, (session) => session.all(sleeping, { seconds: 0.2 }));
    const first = read();
    await new Promise(setImmediate);

    const answers = await Promise.allSettled([first, read(), read(), read()]);

    expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
    expect(answers[3]).toMatchObject({ reason: { code: 'truth/overloaded' } });
  });

  it('serves an organisation, and the probe, while another wants every connection', async () => {
    const pool = await start({ connectionsMax: 2 });
    let noisyLeft = 12;
    const noisy = Array.from({ length: noisyLeft }, () =>
      pool.read(orgId, (session) => session.all(sleeping, { seconds: 0.2 })).finally(() => (noisyLeft -= 1)),
    );

    const quiet = await pool.read(aPrincipal().orgId, (session) => session.all(answer, {}));
    const health = await pool.health();

    expect([quiet, health]).toEqual([[{ one: 1 }], { ready: true }]);
    expect(noisyLeft).toBeGreaterThan(8);
    await Promise.all(noisy);
  });

  it('does again what met another in a circle', async () => {
    const pool = await start({});
    await pool.write('all', (session) =>
      session.all(
        prepareStatement<object>()(() => sql`reset role`),
        {},
      ),
    );
    const circle = prepareStatement<object>()(
      () => sql`do $$ begin raise exception 'circle' using errcode = '40P01'; end $$`,
    );
    let attempts = 0;
    const meeting = (circles: number) => {
      attempts = 0;
      return pool.write(orgId, async (session) => {
        if (++attempts <= circles) await session.all(circle, {});
        return session.all(answer, {});
      });
    };

    expect([await meeting(2), attempts]).toEqual([[{ one: 1 }], 3]);
    await expect(meeting(3)).rejects.toBeInstanceOf(CairnError);
    expect(attempts).toBe(3);
  });

  it('waits for the disk but where a command is given again if it gets lost', async () => {
    const pool = await start({});
    const waits = prepareStatement<object>()(
      () => sql<{ setting: string }>`select current_setting('synchronous_commit') as setting`,
    );
    const ask = (session: Session) => session.get(waits, {});

    expect(await pool.write(orgId, ask)).toEqual({ setting: 'on' });
    expect(await pool.writeRepeatable(orgId, ask)).toEqual({ setting: 'off' });
    expect(await pool.write(orgId, ask)).toEqual({ setting: 'on' });
  });

  it('has a table that fills analysed long before the server does it by itself', async () => {
    const pool = await start({});
    const known = async () => {
      const [table] = await onServer(world.url, "select reltuples::int as rows from pg_class where relname = 'item'");
      return table?.['rows'];
    };
    const remember = (many: number) =>
      world.truth.write(
        aPrincipal(),
        Array.from({ length: many }, () => aNewMessage()),
      );

    expect(await known()).toBe(-1);
    await remember(200);
    await until(async () => (await known()) === 200);
    await remember(400);
    await until(async () => (await known()) === 600);
    expect(await pool.health()).toEqual({ ready: true });
  });

  describe('behind a network that fails', () => {
    let line: Awaited<ReturnType<typeof faultyLine>>;
    let pool: PostgresPool;

    beforeEach(async () => {
      await start({});
      line = await faultyLine(world.url);
      pool = await PostgresPool.open({ url: line.url, statementTimeoutMs: 200, connectTimeoutMs: 500 });
    });
    afterEach(async () => {
      line.close();
      await pool.close();
    });

    const writeOne = () => pool.write(orgId, (session) => session.all(answer, {}));
    const answers = () =>
      writeOne().then(
        () => true,
        () => false,
      );

    it('says that the truth is unavailable when nothing answers any more, and works when it does again', async () => {
      await writeOne();
      line.state = 'silent';

      await expect(writeOne()).rejects.toMatchObject({ code: 'truth/unavailable' });
      expect(await pool.health()).toMatchObject({ ready: false });
      line.state = 'open';
      await until(answers);
    });

    it('ends what is under way long before the time of a statement when nothing answers', async () => {
      const usual = await PostgresPool.open({ url: line.url });
      const read = () => usual.read(orgId, (session) => session.all(answer, {}));
      await Promise.all([read(), read()]);
      line.state = 'silent';

      const refused = { status: 'rejected', reason: { code: 'truth/unavailable' } };
      expect(await Promise.allSettled([read(), read()])).toMatchObject([refused, refused]);

      line.state = 'open';
      await until(() =>
        read().then(
          () => true,
          () => false,
        ),
      );
      line.close();
      await usual.close();
    });

    it('keeps nobody waiting for a server that has answered nothing for a while, and finds it again by itself', async () => {
      await writeOne();
      line.state = 'silent';
      await Promise.allSettled([writeOne(), writeOne(), writeOne()]);

      await expect(writeOne()).rejects.toMatchObject({
        code: 'truth/unavailable',
        retry: true,
        message: expect.stringContaining('did not answer the last calls'),
      });
      expect(await pool.health()).toMatchObject({ ready: false });
      line.state = 'open';
      await until(answers);
    });

    it('says that nobody knows when the line is cut at the commit', async () => {
      line.state = 'cut at commit';

      await expect(writeOne()).rejects.toMatchObject({ code: 'service/unavailable', retry: true });
    });

    it('does not open where nothing answers, or nobody listens', async () => {
      line.state = 'silent';
      const urls = [line.url, 'postgres://postgres@127.0.0.1:1/none'];

      const opened = urls.map((url) => PostgresPool.open({ url, connectTimeoutMs: 300 }));

      const refused = { status: 'rejected', reason: { code: 'truth/unavailable' } };
      expect(await Promise.allSettled(opened)).toMatchObject([refused, refused]);
    });
  });
});
