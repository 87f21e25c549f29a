import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { reasonByTableNotCopied, movedTables } from '@cairn/store';
import { aNewMemory, aNewMessage, aPrincipal } from '@cairn/testing';
import { embeddedWorld } from '../ports/embedded-world.fixture.ts';
import { FolderRows } from './folder-rows.ts';

/** Tables of the file that are not moved: passages travel with their embeddings, indexes are rebuilt. */
const ofTheFileAlone = /^(passage|item_change|(word|vector)_.*|sqlite_.*)$/;

describe('A folder that is moved', () => {
  let world: Awaited<ReturnType<typeof embeddedWorld>>;

  beforeEach(async () => {
    world = await embeddedWorld();
  });
  afterEach(() => world.close());

  const items = movedTables.find(({ name }) => name === 'item')!;

  it('has no table that is neither carried nor left behind for a reason', () => {
    const file = new DatabaseSync(join(world.dataDir, 'cairn.db'), { readOnly: true });
    const names = file
      .prepare("select name from sqlite_master where type = 'table'")
      .all()
      .map(({ name }) => String(name));
    file.close();

    const known = [...movedTables.map(({ name }) => name as string), ...Object.keys(reasonByTableNotCopied)];

    expect(names.filter((name) => !known.includes(name) && !ofTheFileAlone.test(name))).toEqual([]);
  });

  it('is refused while a server holds it, and held meanwhile', async () => {
    expect(() => FolderRows.open(world.dataDir)).toThrow(expect.objectContaining({ code: 'data/locked' }));
    await world.threads.close();

    const folder = FolderRows.open(world.dataDir);

    expect(() => FolderRows.open(world.dataDir)).toThrow(expect.objectContaining({ code: 'data/locked' }));
    folder.close();
  });

  it('is refused when it is none, without making one, and when another Cairn wrote it', async () => {
    const nowhere = join(await mkdtemp(join(tmpdir(), 'cairn-')), 'nowhere');
    await world.threads.close();
    const file = new DatabaseSync(join(world.dataDir, 'cairn.db'));
    file.exec("insert into migration (number, name, applied_at) values (1000, 'of the future', 0)");
    file.close();

    const refused = expect.objectContaining({ code: 'config/invalid' });
    expect(() => FolderRows.open(nowhere)).toThrow(refused);
    expect(existsSync(nowhere)).toBe(false);
    expect(() => FolderRows.open(world.dataDir)).toThrow(refused);
    await rm(join(nowhere, '..'), { recursive: true });
  });

  it('is read from where one stopped, large rows in small batches', async () => {
    const large = 'x'.repeat(90_000);
    const ada = aPrincipal();
    for (let written = 0; written < 1500; written += 100)
      await world.truth.write(
        ada,
        Array.from({ length: 100 }, (_, at) => aNewMessage({ content: at % 10 ? 'x' : large })),
      );
    await world.threads.close();
    const folder = FolderRows.open(world.dataDir);

    const whole = [...folder.batches(items, ['seq'])];
    const heavy = [...folder.batches(items, ['seq', 'content'])];
    const rest = [...folder.batches(items, ['seq'], whole[0]!.end)];
    folder.close();

    expect(whole.map(({ rows }) => rows.length)).toEqual([1000, 500]);
    expect(heavy.length).toBeGreaterThan(whole.length);
    expect(heavy.flatMap(({ rows }) => rows.map(({ seq }) => seq))).toEqual(
      Array.from({ length: 1500 }, (_, at) => at + 1),
    );
    expect(rest).toEqual(whole.slice(1));
  });

  it('asks about what everyone in the organisation of a key sees', async () => {
    const { orgId } = await world.keys.firstOrganisation({ peerPrefixes: ['coach'] });
    const { key } = await world.keys.create({ orgId, name: 'Ada', kind: 'person', role: 'writer', peers: [] });
    const ada = (await world.identity.authenticate(key))!;
    const said = aNewMessage({ content: ' One two three four five six seven  eight nine ten' });
    await world.truth.write(ada, [
      said,
      aNewMemory({ title: 'Deploy freeze' }),
      aNewMessage({ visibility: 'private' }),
    ]);
    await world.truth.write(aPrincipal(), [aNewMessage({ content: "Eve's" })]);
    await world.threads.close();
    const folder = FolderRows.open(world.dataDir);

    const questions = folder.questions(createHash('sha256').update(key).digest('hex'), 10);
    const none = folder.questions('unknown', 10);
    folder.close();

    expect(questions.toSorted((one, other) => (one.kind < other.kind ? -1 : 1))).toEqual([
      { kind: 'memory', query: 'Deploy freeze' },
      { kind: 'message', query: 'One two three four five six seven eight' },
    ]);
    expect(none).toEqual([]);
  });
});
