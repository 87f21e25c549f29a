import { setImmediate as nextTurn } from 'node:timers/promises';
import type { NoteSection } from '@cairn/contracts';
import { scopeOf, type Principal } from '@cairn/domain';
import {
  ChangeQueue,
  type Overwrite,
  type NoteOutcome,
  type StoredLink,
  type Truth,
  type WorkspaceName,
} from '@cairn/ports';
import fc from 'fast-check';
import { aColleagueOf, aNewMemory, aNewNote, aPrincipal, type SettableClock } from '@cairn/testing';
import type { Notes } from './notes.ts';
import { putNote, removeNote } from './note-steps.ts';

export interface NotesWorld {
  readonly notes: Notes;
  readonly truth: Truth;
  readonly clock: SettableClock;
  /** Runs a statement directly on the store. */
  readonly tamper: (statement: string) => Promise<void>;
  /** Returns every row of every table, each after the name of its table. */
  readonly dump: () => Promise<string[]>;
  readonly close: () => Promise<void>;
}

/** Runs the contract suite of `Notes` against one adapter; `make` opens an empty store and its truth. */
export function notesContract(adapter: string, make: () => Promise<NotesWorld>): void {
  describe(`${adapter} keeps the promises of notes`, () => {
    let notes: Notes;
    let truth: Truth;
    let world: NotesWorld;

    beforeAll(async () => {
      world = await make();
      ({ notes, truth } = world);
    });
    afterAll(() => world.close());

    interface Putting {
      readonly path?: string;
      readonly expectedVersion?: number;
      readonly workspace?: WorkspaceName;
      readonly channel?: string;
      readonly links?: readonly StoredLink[];
      readonly overwrite?: Overwrite;
      readonly renamedFrom?: string;
    }

    const put = (author: Principal, text: string, { path = 'a.md', channel, links = [], ...putting }: Putting = {}) =>
      putNote(notes, {
        scope: scopeOf(author, channel),
        author,
        workspace: { name: 'team' },
        note: aNewNote(path, text, { links }),
        ...putting,
      });
    const removal = { workspace: 'team', path: 'a.md', forget: false };
    const textOf = async (who: Principal, version?: number, path = 'a.md') =>
      (await notes.find({ scope: scopeOf(who), workspace: 'team', path, version }))?.text;
    const sectionsOf = async (who: Principal): Promise<NoteSection[]> => {
      const all = await truth.list(scopeOf(who), { kind: 'note' }, { order: 'stored', limit: 1000 });
      return all as unknown as NoteSection[];
    };
    const placesOf = async (who: Principal) =>
      (await sectionsOf(who)).map(({ content, startLine, endLine }) => [content, startLine, endLine]);

    it('keeps every version, and finds each by its number', async () => {
      const ada = aPrincipal();
      world.clock.set(5_000);

      expect(await put(ada, 'one')).toMatchObject({
        outcome: 'done',
        isChanged: true,
        note: { path: 'a.md', version: 1, isDeleted: false, chars: 3, totalLines: 1, at: 5_000, author: 'Ada' },
      });
      expect(await put(ada, 'two')).toMatchObject({ note: { version: 2 } });
      expect(await put(ada, 'two')).toMatchObject({ isChanged: false, note: { version: 2 } });

      expect([await textOf(ada), await textOf(ada, 1), await textOf(ada, 2), await textOf(ada, 3)]).toEqual([
        'two',
        'one',
        'two',
        undefined,
      ]);
      const versions = await notes.versions({ scope: scopeOf(ada), workspace: 'team', path: 'a.md', limit: 10 });
      expect(versions.map(({ version, chars }) => [version, chars])).toEqual([
        [2, 3],
        [1, 3],
      ]);
      const older = await notes.versions({
        scope: scopeOf(ada),
        workspace: 'team',
        path: 'a.md',
        limit: 10,
        before: 2,
      });
      expect(older.map(({ version }) => version)).toEqual([1]);
    });

    it('renames a note with its versions, also one of many sections, and onto no other', async () => {
      const ada = aPrincipal();
      const long = Array.from({ length: 450 }, (_, at) => `# Section ${at}\n\ntext ${at}`).join('\n');
      const rename = (renamedFrom: string, path: string, text: string, expectedVersion: number) =>
        put(ada, text, { path, renamedFrom, expectedVersion });
      await put(ada, 'one');
      await put(ada, long);
      await put(ada, 'b', { path: 'b.md' });

      expect(await rename('a.md', 'b.md', long, 2)).toEqual({ outcome: 'taken' });
      expect(await rename('a.md', 'c.md', long, 1)).toEqual({ outcome: 'stale', version: 2 });
      expect(await rename('a.md', 'c.md', long, 2)).toMatchObject({
        outcome: 'done',
        note: { path: 'c.md', version: 3 },
      });

      expect([await textOf(ada), await textOf(ada, 1, 'c.md'), await textOf(ada, 3, 'c.md')]).toEqual([
        undefined,
        'one',
        long,
      ]);
      const paths = (await sectionsOf(ada)).map(({ path }) => path);
      expect(new Set(paths)).toEqual(new Set(['b.md', 'c.md']));
    });

    it('lets a renamed note and the deleted one at its new path change places', async () => {
      const ada = aPrincipal();
      await put(ada, 'old', { path: 'b.md' });
      await notes.remove({ ...removal, scope: scopeOf(ada), author: ada, path: 'b.md' });
      await put(ada, 'new');
      const rename = (expectedVersion: number) =>
        put(ada, 'new', { path: 'b.md', renamedFrom: 'a.md', expectedVersion });

      expect(await rename(1)).toMatchObject({ note: { path: 'b.md', version: 2 } });

      expect([await textOf(ada, undefined, 'b.md'), await textOf(ada), await textOf(ada, 1)]).toEqual([
        'new',
        undefined,
        'old',
      ]);
      await notes.remove({ ...removal, scope: scopeOf(ada), author: ada, forget: true });
      expect(await textOf(ada, 1)).toBeUndefined();
      expect(await textOf(ada, 1, 'b.md')).toBe('new');
    });

    it('refuses what was decided on another version, and of many at once lets one through', async () => {
      const ada = aPrincipal();

      expect(await put(ada, 'x', { expectedVersion: 3 })).toEqual({ outcome: 'stale', version: 0 });
      const first = await Promise.all(Array.from({ length: 6 }, (_, at) => put(ada, `${at}`, { expectedVersion: 0 })));
      const second = await Promise.all(
        Array.from({ length: 6 }, (_, at) => put(ada, `b${at}`, { expectedVersion: 1 })),
      );

      const done = (outcomes: NoteOutcome[]) => outcomes.filter(({ outcome }) => outcome === 'done').length;
      expect([done(first), done(second)]).toEqual([1, 1]);
      expect(second.filter(({ outcome }) => outcome === 'stale')).toContainEqual({ outcome: 'stale', version: 2 });
      expect(await notes.versions({ scope: scopeOf(ada), workspace: 'team', path: 'a.md', limit: 10 })).toHaveLength(2);
    });

    it('lets 40 appends at once that name no version through, from two processes', async () => {
      const ada = aPrincipal();
      const processes = [new ChangeQueue(), new ChangeQueue()];
      const append = (line: string) => async () => {
        const present = await notes.find({ scope: scopeOf(ada), workspace: 'team', path: 'a.md' });
        const text = `${present?.text ?? ''}${line}\n`;
        const outcome = await put(ada, text, { expectedVersion: present?.version ?? 0 });
        return outcome.outcome === 'done' ? outcome.note.version : undefined;
      };
      const lines = Array.from({ length: 40 }, (_, at) => `line ${at}`);

      const versions = await Promise.all(lines.map((line, at) => processes[at % 2]!.run(['a.md'], append(line))));

      expect(versions.toSorted((one, other) => one! - other!)).toEqual(lines.map((_, at) => at + 1));
      expect((await textOf(ada))?.trim().split('\n').sort()).toEqual(lines.toSorted());
    });

    it('indexes its sections, of which those that stay the same stay the same items', async () => {
      const ada = aPrincipal();
      await put(ada, '# One\n\n# Two\nof it\n\n# Three');
      const before = await sectionsOf(ada);

      await put(ada, 'new\n\n# Two\nof it\n\n# Three\nmore\n\n# Four');

      expect(await placesOf(ada)).toEqual(
        expect.arrayContaining([
          ['new', 1, 1],
          ['# Two\nof it', 3, 4],
          ['# Three\nmore', 6, 7],
          ['# Four', 9, 9],
        ]),
      );
      const after = await sectionsOf(ada);
      const same = (sections: NoteSection[]) => sections.find(({ content }) => content.startsWith('# Two'));
      expect(same(after)).toMatchObject({ id: same(before)?.id, version: 1, workspace: 'team', path: 'a.md' });
      expect(after).toHaveLength(4);
      const gone = before.filter(({ id }) => after.every((section) => section.id !== id));
      const loaded = await Promise.all(gone.map(({ id }) => truth.load({ orgId: ada.orgId, kind: 'note', id })));
      expect(loaded).toMatchObject([{ deletedAt: expect.any(Number) }, { deletedAt: expect.any(Number) }]);
    });

    it('leaves nothing of a section that is gone but the place of a later one', async () => {
      const ada = aPrincipal();
      await put(ada, 'one\n\nsecret\n\nthree');
      const [, gone] = await sectionsOf(ada);
      await put(ada, 'one\n\nthree');

      expect(await placesOf(ada)).toEqual([
        ['one', 1, 1],
        ['three', 3, 3],
      ]);
      expect(await truth.load({ orgId: ada.orgId, kind: 'note', id: gone!.id })).toMatchObject({
        version: 2,
        deletedAt: expect.any(Number),
      });

      await put(ada, 'one\n\nthree\n\nfour');
      expect(await truth.load({ orgId: ada.orgId, kind: 'note', id: gone!.id })).toMatchObject({
        version: 3,
        content: 'four',
      });
    });

    const itemRows = async () => (await world.dump()).filter((row) => row.startsWith('item '));
    const many = (word: string) => Array.from({ length: 450 }, (_, at) => `# ${word} ${at}`).join('\n\n');

    it('shows all sections of a version at once, however many they are', async () => {
      const ada = aPrincipal();
      const seen = new Set<string>();
      const look = async () => {
        const words = (await sectionsOf(ada)).map(({ content }) => content.split(' ')[1]);
        seen.add(`${words.length} ${[...new Set(words)].join()}`);
      };
      for (const text of [many('one'), many('two'), `${many('two')}\n\n# two more`, '# three']) {
        let isDone = false;
        const change = put(ada, text).finally(() => (isDone = true));
        while (!isDone) {
          await look();
          // A store that reads in this thread would leave no turn to the answer of the change.
          await nextTurn();
        }
        await change;
        await look();
      }
      await removeNote(notes, { scope: scopeOf(ada), author: ada, ...removal });
      await look();

      expect([...seen].sort()).toEqual(['0 ', '1 three', '450 one', '450 two', '451 two']);
    });

    it('of many large versions at once lets one through, and leaves no text of the others', async () => {
      const ada = aPrincipal();
      await put(ada, 'short');
      const outcomes = await Promise.all(['a', 'b', 'c'].map((word) => put(ada, many(word), { expectedVersion: 1 })));

      const sections = await sectionsOf(ada);
      expect(outcomes.filter(({ outcome }) => outcome === 'done')).toHaveLength(1);
      expect(new Set(sections.map(({ content }) => content[2])).size).toBe(1);
      expect(await textOf(ada)).toBe(sections.map(({ content }) => content).join('\n\n'));
      expect((await itemRows()).filter((row) => /# [abc] 7\D/.test(row))).toHaveLength(1);
    });

    it('erases in time what a writer left that ended before it was done', async () => {
      const ada = aPrincipal();
      await put(ada, many('left'));
      const section = (await sectionsOf(ada)).find(({ content }) => content === '# left 7');
      const rowsWith = async () => (await itemRows()).filter((row) => /# left 7\D/.test(row)).length;
      const left = `update item set state = 'deleted', deleted_at = -1000000000 where id = '${section!.id}'`;
      await world.tamper(left);

      expect(await rowsWith()).toBe(1);
      await truth.requeueLagging(30_000, 1);
      expect(await rowsWith()).toBe(0);
    });

    it('deletes a note and keeps its versions, until they are forgotten', async () => {
      const ada = aPrincipal();
      const scope = scopeOf(ada);
      await put(ada, 'canary');

      expect(await removeNote(notes, { scope, author: ada, ...removal, expectedVersion: 7 })).toEqual({
        outcome: 'stale',
        version: 1,
      });
      expect(await removeNote(notes, { scope, author: ada, ...removal })).toMatchObject({
        outcome: 'done',
        note: { version: 2 },
      });
      expect([await textOf(ada), await textOf(ada, 1), await textOf(ada, 2)]).toEqual([undefined, 'canary', undefined]);
      expect(await sectionsOf(ada)).toEqual([]);
      expect(await removeNote(notes, { scope, author: ada, ...removal })).toEqual({ outcome: 'unknown' });
      const page = { limit: 10, includeDeleted: true };
      expect(await notes.list({ scope, workspace: 'team', page })).toMatchObject([
        { path: 'a.md', version: 2, isDeleted: true },
      ]);
      expect(await notes.list({ scope, workspace: 'team', page: { ...page, includeDeleted: false } })).toEqual([]);

      expect(await put(ada, 'again', { expectedVersion: 0 })).toMatchObject({ note: { version: 3 } });
      await removeNote(notes, { scope, author: ada, ...removal, forget: true });
      expect([await textOf(ada, 1), await textOf(ada, 3)]).toEqual([undefined, undefined]);
      expect(await notes.list({ scope, workspace: 'team', page })).toEqual([]);
    });

    it('lets a writer forget what they wrote alone, and a manager all', async () => {
      const ada = aPrincipal();
      const grace = aColleagueOf(ada);
      await put(ada, 'of ada');
      await put(grace, 'of grace');
      const forget = { ...removal, forget: true };

      await expect(removeNote(notes, { scope: scopeOf(grace), author: grace, ...forget })).rejects.toThrow(
        /needs the role manager/,
      );
      const head = { ...grace, role: 'manager' as const };
      expect(await removeNote(notes, { scope: scopeOf(head), author: head, ...forget })).toMatchObject({
        outcome: 'done',
      });
    });

    describe('recognises a note that was forgotten for good', () => {
      const saying = 'The freeze of release 9 ends on Friday';
      const forgotten = { code: 'item/forgotten' };
      const forget = (who: Principal, place: object = {}) =>
        removeNote(notes, { scope: scopeOf(who), author: who, ...removal, ...place, forget: true });

      it('by its path, until somebody asks for it again', async () => {
        const ada = aPrincipal();
        await put(ada, 'one');
        await forget(ada);

        await expect(put(ada, 'two')).rejects.toMatchObject({ ...forgotten, issues: [{ field: 'path' }] });
        expect(await textOf(ada)).toBeUndefined();
        expect(await put(ada, 'two', { path: 'b.md' })).toMatchObject({ outcome: 'done' });
        expect(await put(ada, 'two', { overwrite: 'own' })).toMatchObject({ outcome: 'done', isNew: true });
        expect(await put(ada, 'three')).toMatchObject({ outcome: 'done', note: { version: 2 } });
      });

      it('by the text of each version, under another path and as a memory', async () => {
        const ada = aPrincipal();
        await put(ada, saying);
        await put(ada, `${saying}, and so does the next`);
        await removeNote(notes, { scope: scopeOf(ada), author: ada, ...removal });
        await forget(ada);

        for (const text of [saying.toUpperCase(), `${saying},\nand so does the next`])
          await expect(put(ada, text, { path: 'b.md' })).rejects.toMatchObject({ issues: [{ field: 'text' }] });
        await expect(truth.write(ada, [aNewMemory({ content: saying })])).rejects.toMatchObject(forgotten);
        await put(ada, 'of b', { path: 'b.md' });
        await expect(put(ada, saying, { path: 'b.md' })).rejects.toMatchObject(forgotten);
        expect(await textOf(ada, undefined, 'b.md')).toBe('of b');
      });

      it('of many sections, and leaves none of them', async () => {
        const ada = aPrincipal();
        const many = Array.from({ length: 600 }, (_, at) => `Line ${at} of the plan`).join('\n\n');
        await put(ada, many);
        await forget(ada);

        await expect(put(ada, many)).rejects.toMatchObject(forgotten);
        expect(await sectionsOf(ada)).toEqual([]);
        expect(await put(ada, many, { overwrite: 'own' })).toMatchObject({ outcome: 'done' });
        expect(await sectionsOf(ada)).toHaveLength(600);
      });

      it('for the writer who forgot it, and for everyone where a manager did', async () => {
        const ada = aPrincipal();
        const grace = aColleagueOf(ada);
        const head = { ...grace, role: 'manager' as const };
        await put(ada, saying);
        await forget(ada);

        await expect(put(ada, saying)).rejects.toMatchObject(forgotten);
        expect(await put(grace, saying)).toMatchObject({ outcome: 'done' });
        await forget(head);
        await expect(put(ada, saying, { overwrite: 'own' })).rejects.toMatchObject(forgotten);
        expect(await put(head, saying, { overwrite: 'all' })).toMatchObject({ outcome: 'done' });
      });

      it('and tells nobody who could not read it', async () => {
        const ada = aPrincipal({ role: 'manager' });
        const grace = aColleagueOf(ada);
        const own = { name: 'team', readers: { visibility: 'private', channel: null } } as const;
        await put(ada, saying, { workspace: own });
        await forget(ada);

        expect(await put(grace, saying)).toMatchObject({ outcome: 'done' });
      });
    });

    it('shows a workspace to its readers alone, who may have another of the same name', async () => {
      const ada = aPrincipal({ peerPrefixes: ['coach'], peers: ['coach:1'] });
      const grace = aColleagueOf(ada);
      const own = { name: 'team', readers: { visibility: 'private', channel: null } } as const;
      const peer = { name: 'team', readers: { visibility: 'peer', channel: 'coach:1' } } as const;
      await put(ada, 'hers', { workspace: own });

      expect(await textOf(grace)).toBeUndefined();
      expect(await notes.workspaces({ scope: scopeOf(grace) })).toEqual([]);
      expect(await put(grace, 'ours', { expectedVersion: 0 })).toMatchObject({ outcome: 'done', note: { version: 1 } });
      await put(ada, 'theirs', { workspace: peer, path: 'b.md', channel: 'coach:1' });

      expect([await textOf(ada), await textOf(grace)]).toEqual(['hers', 'ours']);
      expect(await placesOf(grace)).toEqual([['ours', 1, 1]]);
      expect(
        (await notes.workspaces({ scope: scopeOf(ada) })).map(({ visibility, notes: n }) => [visibility, n]),
      ).toEqual([
        ['private', 1],
        ['org', 1],
      ]);
      expect(await notes.workspaces({ scope: scopeOf(ada, 'coach:1') })).toHaveLength(3);
      expect(await textOf(aPrincipal())).toBeUndefined();
    });

    it('lists notes by path, page by page', async () => {
      const ada = aPrincipal();
      for (const path of ['b.md', 'memory/1.md', 'a.md', 'memory/2.md']) await put(ada, path, { path });
      const paths = async (page: object) =>
        (
          await notes.list({
            scope: scopeOf(ada),
            workspace: 'team',
            page: { limit: 10, includeDeleted: false, ...page },
          })
        ).map(({ path }) => path);

      expect(await paths({ limit: 2 })).toEqual(['a.md', 'b.md']);
      expect(await paths({ after: 'b.md' })).toEqual(['memory/1.md', 'memory/2.md']);
      expect(await paths({ prefix: 'memory/' })).toEqual(['memory/1.md', 'memory/2.md']);
      expect(
        await notes.list({ scope: scopeOf(ada), workspace: 'nowhere', page: { limit: 1, includeDeleted: true } }),
      ).toEqual([]);
    });

    it('counts the notes that a scope sees, with their sections and workspaces', async () => {
      const ada = aPrincipal();
      world.clock.set(10 * 86_400_000);
      await put(ada, '# One\na\n\n# Two\nb');
      world.clock.set(20 * 86_400_000);
      await put(ada, 'c', { path: 'b.md', workspace: { name: 'other' } });
      await put(ada, 'd', { path: 'gone.md' });
      await removeNote(notes, { scope: scopeOf(ada), author: ada, ...removal, path: 'gone.md' });

      const counted = { total: 2, sections: 3, workspaces: 2, last24h: 1 };
      expect((await truth.stats(scopeOf(aColleagueOf(ada)))).notes).toEqual(counted);
      expect((await truth.stats(scopeOf(aPrincipal()))).notes).toMatchObject({ total: 0, workspaces: 0 });
    });

    const link = (name: string, line: number, label = 'ü \0') => ({
      ...{ kind: 'wiki' as const, target: name.toUpperCase(), heading: 'h', label },
      ...{ line, name },
    });
    const linksTo = async (who: Principal, linkName: string, page: { limit?: number; after?: string } = {}) =>
      (await notes.linksTo({ scope: scopeOf(who), workspace: 'team', linkName, limit: 9, ...page })).map(
        ({ path, version, link: at }) => [path, version, at.line],
      );

    it('keeps the links of present versions, of the nearest workspace alone', async () => {
      const ada = aPrincipal();
      const grace = aColleagueOf(ada);
      const [first, second, other] = [link('x', 1), link('x', 2), link('y', 2)];
      await put(ada, 'one', { path: 'b.md', links: [first, second, other] });
      await put(ada, 'two', { path: 'c.md', links: [first, first] });
      await put(ada, 'three', { path: 'c.md', links: [second] });
      await put(ada, 'four', { path: 'd.md', links: [first] });
      await removeNote(notes, { scope: scopeOf(ada), author: ada, ...removal, path: 'd.md' });
      const hers = { name: 'team', readers: { visibility: 'private' as const, channel: null } };
      await put(grace, 'five', { path: 'hers.md', workspace: hers, links: [first] });

      const all = [
        ['b.md', 1, 1],
        ['b.md', 1, 2],
        ['c.md', 2, 2],
      ];
      expect(await linksTo(ada, 'x')).toEqual(all);
      expect(await linksTo(ada, 'x', { limit: 2 })).toEqual(all.slice(0, 2));
      expect(await linksTo(ada, 'x', { after: 'b.md' })).toEqual(all.slice(2));
      expect(await linksTo(grace, 'x')).toEqual([['hers.md', 1, 1]]);
      expect(await notes.linksOf({ scope: scopeOf(ada), workspace: 'team', path: 'b.md', limit: 2 })).toEqual({
        version: 1,
        links: [first, second],
        total: 3,
      });
      expect(await notes.linksOf({ scope: scopeOf(ada), workspace: 'team', path: 'd.md', limit: 2 })).toBeUndefined();
      expect(await notes.named({ scope: scopeOf(ada), workspace: 'team', linkNames: ['c', 'd', 'b', 'hers'] })).toEqual(
        ['b.md', 'c.md'],
      );
      expect(await notes.named({ scope: scopeOf(ada), workspace: 'team', linkNames: [] })).toEqual([]);
    });

    it('has in each section the lines of the version that it cites, whatever was edited', async () => {
      const line = fc.constantFrom('', '# One', 'two', 'three', 'two and three');
      const edits = fc.array(fc.array(line, { maxLength: 8 }), { minLength: 1, maxLength: 5 });
      await fc.assert(
        fc.asyncProperty(edits, async (texts) => {
          const ada = aPrincipal();
          for (const lines of texts) await put(ada, lines.join('\n'));

          const sections = await sectionsOf(ada);
          for (const { noteVersion, startLine, endLine, content } of sections) {
            const cited = (await textOf(ada, noteVersion))?.split('\n').slice(startLine - 1, endLine);
            expect(content).toBe(cited?.join('\n'));
          }
          const expected = aNewNote('a.md', texts.at(-1)!.join('\n')).sections;
          const place = ({ startLine, endLine, content }: { startLine: number; endLine: number; content: string }) =>
            `${startLine}-${endLine} ${content}`;
          expect(sections.map(place).sort()).toEqual(expected.map(place).sort());
        }),
        { numRuns: 25 },
      );
    });
  });
}
