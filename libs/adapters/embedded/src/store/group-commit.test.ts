import { CairnError } from '@cairn/contracts';
import { Database } from '../sqlite/database.ts';
import { GroupCommit, type AnsweredGroup, type Commands } from './group-commit.ts';
import type { Call } from '../sqlite/wire.ts';

const commands: Commands = {
  add: (db: Database, name: string) => db.statement('insert into thing (name) values (?)').run(name).changes,
  addChildOfNobody: (db: Database) => db.statement('insert into child (parent) values (42)').run().changes,
  addAndRefuse: (db: Database, name: string) => {
    db.statement('insert into thing (name) values (?)').run(name);
    throw new CairnError('item/conflict', 'no', { issues: [{ field: 'name', message: 'no' }] });
  },
  addSlowly: async (db: Database, name: string) => {
    await Promise.resolve();
    db.statement('insert into thing (name) values (?)').run(name);
    await Promise.resolve();
    if (name === 'refused') throw new CairnError('item/conflict', 'no');
    return db.value<number>('select count(*) from thing');
  },
  readSync: (db: Database) => db.value<number>('pragma synchronous'),
  isInSavepoint: (db: Database) => {
    try {
      db.exec('rollback to command');
      return true;
    } catch {
      return false;
    }
  },
  endTransaction: (db: Database) => {
    db.exec('rollback');
    throw new Error('the disk is full');
  },
};

describe('A group commit', () => {
  let db: Database;
  let sent: (AnsweredGroup & { wasCommitted: boolean })[];
  let group: GroupCommit;

  beforeEach(() => {
    db = new Database(':memory:', 'writer');
    db.exec('create table thing (id integer primary key, name text unique)');
    db.exec('create table child (parent references thing (id) deferrable initially deferred)');
    sent = [];
    group = new GroupCommit(db, commands, (answered) => sent.push({ ...answered, wasCommitted: !db.inTransaction }));
  });
  afterEach(() => db.close());

  const run = (...calls: [string, ...unknown[]][]) =>
    runAll(calls.map(([name, ...args], number) => ({ number, name, args })));
  const runAll = async (queue: Call[]) => {
    while (queue.length > 0) await group.run(queue);
  };
  const names = () =>
    db
      .statement('select name from thing order by name')
      .all()
      .map(({ name }) => name);
  const answers = () => sent.flatMap((each) => each.answers);

  it('gives organisations their turns, each its own calls in their order', async () => {
    const of = (owner: string, ...names: string[]) => names.map((name) => ({ name: 'add', args: [name], of: owner }));
    const calls = [...of('busy', 'b1', 'b2', 'b3', 'b4'), ...of('quiet', 'q1', 'q2'), ...of('other', 'o1')];

    await runAll(calls.map((call, number) => ({ ...call, number })));

    const order = db.statement('select name from thing order by id').all();
    expect(order.map(({ name }) => name)).toEqual(['b1', 'q1', 'o1', 'b2', 'q2', 'b3', 'b4']);
  });

  it('answers after the commit, once', async () => {
    await run(['add', 'a'], ['add', 'b']);

    expect(sent).toMatchObject([
      {
        wasCommitted: true,
        answers: [
          { number: 0, result: 1 },
          { number: 1, result: 1 },
        ],
      },
    ]);
    expect(names()).toEqual(['a', 'b']);
  });

  it('gives a long command a transaction of its own, behind one group of those that wait', async () => {
    const queue: Call[] = ['long a', 'b', 'long c', 'd'].map((name, number) => {
      return { number, name: 'add', args: [name], isLong: name.startsWith('long') };
    });
    await group.run(queue);
    queue.push({ number: 4, name: 'add', args: ['e'] });

    await runAll(queue);

    expect(sent.map((each) => each.answers.map(({ number }) => number))).toEqual([[1, 3], [0], [4], [2]]);
    expect(answers()).toMatchObject(Array(5).fill({ result: 1 }));
  });

  it('takes back a command that fails, and only that', async () => {
    await run(['add', 'a'], ['addAndRefuse', 'b'], ['add', 'c'], ['add', 'a']);

    expect(names()).toEqual(['a', 'c']);
    expect(answers()).toMatchObject([
      { result: 1 },
      { error: { code: 'item/conflict', issues: [{ field: 'name' }] } },
      { result: 1 },
      { error: { code: 'internal' } },
    ]);
  });

  it('takes back a command that is alone in its transaction, and goes on', async () => {
    await run(['addAndRefuse', 'a']);
    await run(['addSlowly', 'refused']);
    await run(['add', 'b']);

    expect(answers()).toMatchObject([
      { error: { code: 'item/conflict', issues: [{ field: 'name' }] } },
      { error: { code: 'item/conflict' } },
      { result: 1 },
    ]);
    expect(names()).toEqual(['b']);
  });

  it('gives only commands that share a transaction savepoints, in which a large batch would be slow', async () => {
    await run(['isInSavepoint']);
    await run(['isInSavepoint'], ['isInSavepoint']);
    await runAll([{ number: 0, name: 'isInSavepoint', args: [], isLong: true }]);

    expect(answers().map((each) => 'result' in each && each.result)).toEqual([false, true, true, false]);
  });

  it('runs one command to its end before the next, however often it waits', async () => {
    await run(['addSlowly', 'a'], ['addSlowly', 'refused'], ['addSlowly', 'b'], ['add', 'c']);

    expect(answers()).toMatchObject([
      { result: 1 },
      { error: { code: 'item/conflict' } },
      { result: 2 },
      { result: 1 },
    ]);
    expect(names()).toEqual(['a', 'b', 'c']);
  });

  it('answers every command with `truth/unavailable` when the commit fails, and stores none', async () => {
    await run(['add', 'a'], ['addChildOfNobody'], ['addAndRefuse', 'b']);

    expect(answers()).toMatchObject(Array(3).fill({ error: { code: 'truth/unavailable' } }));
    expect(names()).toEqual([]);
    await run(['add', 'a']);
    expect(names()).toEqual(['a']);
  });

  it('answers every command with `truth/unavailable` when one ends the transaction', async () => {
    await run(['add', 'a'], ['endTransaction']);

    expect(answers()).toMatchObject(Array(2).fill({ error: { code: 'truth/unavailable' } }));
    expect(names()).toEqual([]);
  });

  it('waits for the disk unless all commands of the group are repeatable', async () => {
    const full = 2;
    const normal = 1;
    const isRepeatable = ({ args }: Call) => args[0] === 'again';
    group = new GroupCommit(db, commands, (answered) => sent.push({ ...answered, wasCommitted: true }), isRepeatable);
    const groups = [['again', 'once'], ['again', 'again'], ['once'], ['again']];

    for (const args of groups) await run(...args.map((arg): [string, string] => ['readSync', arg]));

    expect(answers().map((each) => 'result' in each && each.result)).toEqual([
      full,
      full,
      normal,
      normal,
      full,
      normal,
    ]);
  });

  it('keeps a command that arrives during a group of repeatable ones for the next group', async () => {
    const queue: Call[] = [{ number: 0, name: 'addSlowly', args: ['again'] }];
    const isRepeatable = ({ args }: Call) => args[0] === 'again';
    group = new GroupCommit(db, commands, (answered) => sent.push({ ...answered, wasCommitted: true }), isRepeatable);

    const running = group.run(queue);
    queue.push({ number: 1, name: 'readSync', args: ['once'] });
    await running;
    await runAll(queue);

    expect(sent.map((each) => each.answers)).toEqual([[{ number: 0, result: 1 }], [{ number: 1, result: 2 }]]);
  });

  it('tells nothing of the store in the message of an error that it does not know', async () => {
    await run(['add', 'a'], ['add', 'a'], ['constructor']);

    const messages = answers().flatMap((answer) => ('error' in answer ? [answer.error.message] : []));
    expect(messages).toEqual(Array(2).fill('The store of record could not do this.'));
  });
});
