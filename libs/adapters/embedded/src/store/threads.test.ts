import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readFile, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { CairnError } from '@cairn/contracts';
import { scopeOf } from '@cairn/domain';
import { aNewMemory, aNewMessage, aPrincipal } from '@cairn/testing';
import { openWorld } from '../ports/embedded-world.fixture.ts';
import { FolderLock } from '../sqlite/folder-lock.ts';

describe('The data folder', () => {
  let parent: string;
  let dataDir: string;

  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'cairn-'));
    dataDir = join(parent, 'deep', 'data');
  });
  afterEach(() => rm(parent, { recursive: true, force: true }));

  it('keeps what was written for the next start, and what was claimed is due again', async () => {
    const ada = aPrincipal();
    const memory = aNewMemory();
    const first = await openWorld({ dataDir, readers: 1 });
    await first.truth.write(ada, [memory]);
    const [claimed] = await first.outbox.claim(['memory.written.vectors'], 1, 60_000);
    await first.close();

    const second = await openWorld({ dataDir, readers: 1 });

    try {
      expect(await second.truth.find(scopeOf(ada), 'memory', memory.id)).toMatchObject({ title: memory.input.title });
      const again = await second.outbox.claim(['memory.written.vectors'], 1, 60_000);
      expect(again).toMatchObject([{ id: claimed?.id, attempts: 1 }]);
    } finally {
      await second.close();
    }
  });

  it('holds no word of a forgotten item once it is closed', async () => {
    const ada = aPrincipal();
    const words = ['zwergenstern', 'xylophonquartz', 'tagquagga', 'subjectlynx', 'provenancegnu', 'externalibex'];
    const [content = '', title = '', tag = '', subject = '', from = '', externalId = ''] = words;
    const item = { content: `${content} `.repeat(500), title, tags: [tag], subject, provenance: { from }, externalId };
    const memory = aNewMemory(item);
    const world = await openWorld({ dataDir, readers: 1 });
    await world.truth.write(ada, [memory, aNewMemory({ content: 'It stays: aardvark.' })]);

    await world.truth.forget(scopeOf(ada), ada, 'memory', memory.id);
    await world.close();

    const files = await Promise.all((await readdir(dataDir)).map((name) => readFile(join(dataDir, name), 'latin1')));
    expect(files.some((bytes) => bytes.includes('aardvark'))).toBe(true);
    expect(words.filter((word) => files.some((bytes) => bytes.includes(word)))).toEqual([]);
  });

  it('has files that are their owner’s alone, in a folder that was there before too, and those of before', async () => {
    await mkdir(dataDir, { recursive: true, mode: 0o755 });
    const former = process.umask(0);
    const modes = async () => {
      const names = await readdir(dataDir);
      return Promise.all(
        names.map(async (name) => `${name} ${((await stat(join(dataDir, name))).mode & 0o777).toString(8)}`),
      );
    };
    try {
      await (await openWorld({ dataDir, readers: 1 })).close();
      await chmod(join(dataDir, 'cairn.db'), 0o644);
      const world = await openWorld({ dataDir, readers: 1 });
      await world.truth.write(aPrincipal(), [aNewMemory()]);
      const found = await modes();
      await world.close();

      expect(found.sort()).toEqual([
        'cairn.db 600',
        'cairn.db-shm 600',
        'cairn.db-wal 600',
        'cairn.holder.json 600',
        'cairn.lock 600',
        'cairn.lock-journal 600',
      ]);
    } finally {
      process.umask(former);
    }
  });

  it('finishes the repeatable commands that wait when it closes', async () => {
    const { outbox, close } = await openWorld({ dataDir, readers: 1 });
    const claims = Array.from({ length: 3_000 }, () => outbox.claim(['memory.written.vectors'], 1, 60_000));

    await close();

    expect((await Promise.allSettled(claims)).filter(({ status }) => status === 'rejected')).toEqual([]);
  });

  it('is made for its owner alone', async () => {
    FolderLock.take(dataDir).release();

    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
  });

  it('is refused to a second opener, who is told who holds it, until the first lets go', () => {
    const first = FolderLock.take(dataDir);

    const holder = new RegExp(`process ${process.pid}, started at \\d{4}-`);
    expect(() => FolderLock.take(dataDir)).toThrow(
      expect.objectContaining({ code: 'data/locked', message: expect.stringMatching(holder) }),
    );
    expect(() => FolderLock.take(dataDir)).toThrow(expect.objectContaining({ code: 'data/locked' }));
    first.release();
    FolderLock.take(dataDir).release();
  });

  it('is free again when its holder was killed', async () => {
    const holder = spawn(process.execPath, ['--no-warnings', '--input-type=module', '-e', holdFor(dataDir)], {
      env: {},
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(holder.stdout, 'data');
    expect(() => FolderLock.take(dataDir)).toThrow(new RegExp(`process ${holder.pid},`));

    holder.kill('SIGKILL');
    await once(holder, 'exit');

    FolderLock.take(dataDir).release();
  });

  it('of a newer Cairn is left as it is', async () => {
    await (await openWorld({ dataDir, readers: 1 })).close();
    const file = new DatabaseSync(join(dataDir, 'cairn.db'));
    file.exec("insert into migration (number, name, applied_at) values (999, 'from the future', 0)");
    file.close();

    const opening = openWorld({ dataDir, readers: 1 });

    await expect(opening).rejects.toMatchObject({ code: 'config/invalid', message: expect.stringContaining('999') });
    FolderLock.take(dataDir).release();
  });
});

const holdFor = (dataDir: string) => `
  import { FolderLock } from ${JSON.stringify(new URL('../sqlite/folder-lock.ts', import.meta.url).href)};
  globalThis.lock = FolderLock.take(${JSON.stringify(dataDir)});
  console.log('held');
  setInterval(() => {}, 1000);
`;

describe('The threads of the file', () => {
  let parent: string;
  let world: Awaited<ReturnType<typeof openWorld>>;

  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), 'cairn-'));
    world = await openWorld({ dataDir: parent, readers: 2, waitingMax: 50 });
  });
  afterAll(async () => {
    await world.close();
    await rm(parent, { recursive: true, force: true });
  });

  it('store every other of twenty writes at once when one is bad', async () => {
    const ada = aPrincipal();
    await world.truth.write(ada, [aNewMessage({ externalId: 'taken' })]);
    const items = Array.from({ length: 20 }, (_, index) =>
      index === 7 ? aNewMessage({ externalId: 'taken', content: 'other' }) : aNewMessage(),
    );

    const results = await Promise.allSettled(items.map((item) => world.truth.write(ada, [item])));

    const refused = results.flatMap((result, index) =>
      result.status === 'rejected' ? [[index, result.reason.code]] : [],
    );
    expect(refused).toEqual([[7, 'item/conflict']]);
    expect(await world.truth.count(scopeOf(ada), { kind: 'message' }, 100)).toBe(20);
  });

  it('answer a short write that comes after a long one first, whose words nobody waits for', async () => {
    const ada = aPrincipal();
    const answered: string[] = [];
    const write = async (name: string, content: string) => {
      await world.truth.write(ada, [aNewMessage({ content })]);
      answered.push(name);
    };

    await Promise.all([write('long', 'zebra '.repeat(20_000)), write('short', 'okapi')]);

    expect(answered).toEqual(['short', 'long']);
  });

  it('finish a long write before they close', async () => {
    const other = await openWorld({ dataDir: join(parent, 'closing'), readers: 1 });
    const items = Array.from({ length: 3 }, () => aNewMessage({ content: 'zebra '.repeat(20_000) }));

    const writing = other.truth.write(aPrincipal(), items);
    await other.close();

    await expect(writing).resolves.toHaveLength(3);
  });

  it('refuse what is beyond their queue, and take more when it is shorter', async () => {
    const ada = aPrincipal();

    const results = await Promise.allSettled(Array.from({ length: 60 }, () => world.truth.write(ada, [aNewMessage()])));

    const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []));
    expect(refused).toEqual(Array(10).fill('truth/overloaded'));
    await expect(world.truth.write(ada, [aNewMessage()])).resolves.toHaveLength(1);
    expect(await world.truth.count(scopeOf(ada), { kind: 'message' }, 100)).toBe(51);
  });

  it('show a write to every reader once it is answered', async () => {
    const ada = aPrincipal();

    for (let count = 1; count <= 20; count += 1) {
      await world.truth.write(ada, [aNewMessage()]);
      const seen = await Promise.all(
        Array.from({ length: 4 }, () => world.truth.count(scopeOf(ada), { kind: 'message' }, 100)),
      );
      expect(seen).toEqual([count, count, count, count]);
    }
  });

  it('name a failing disk until a command succeeds that waits for it', async () => {
    const { threads, truth, outbox } = world;
    const failing = threads as unknown as { refusal: CairnError | undefined; hasRoom: () => Promise<boolean> };
    failing.hasRoom = async () => false;
    failing.refusal = new CairnError('truth/unavailable', 'The disk fails.');

    await outbox.claim(['memory.written.vectors'], 1, 60_000);
    expect(await threads.trouble()).toBe('The disk fails.');
    await truth.write(aPrincipal(), [aNewMessage()]);
    expect(await threads.trouble()).toBeUndefined();
  });

  it('refuse everything after they were closed, and close twice', async () => {
    const other = await openWorld({ dataDir: join(parent, 'other'), readers: 1 });
    const writing = other.truth.write(aPrincipal(), [aNewMessage()]);
    await Promise.all([other.close(), other.close()]);

    await expect(writing).resolves.toHaveLength(1);
    await expect(other.truth.write(aPrincipal(), [aNewMessage()])).rejects.toMatchObject({ code: 'truth/unavailable' });
  });
});
