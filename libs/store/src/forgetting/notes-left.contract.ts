import { scopeOf, type Principal } from '@cairn/domain';
import type { Truth, WorkspaceName } from '@cairn/ports';
import { aColleagueOf, aNewMessage, aNewNote, aPrincipal } from '@cairn/testing';
import type { Notes } from '../notes/notes.ts';
import { putNote, removeNote } from '../notes/note-steps.ts';
import type { Forgetting } from './forgetting.ts';
import type { Selection } from './forgetting.rules.ts';
import { selectItems, selectNotes } from './forget-steps.ts';

export interface NotesLeftWorld {
  readonly forgetting: Forgetting;
  readonly notes: Notes;
  readonly truth: Truth;
  readonly close: () => Promise<void>;
}

/** Runs the contract suite of the notes that a selection leaves against one adapter; `make` opens an empty store. */
export function notesLeftContract(adapter: string, make: () => Promise<NotesLeftWorld>): void {
  describe(`${adapter} keeps the promises of notes that say what is forgotten`, () => {
    let world: NotesLeftWorld;
    beforeAll(async () => {
      world = await make();
    });
    afterAll(() => world.close());

    const by = (names: Omit<Selection, 'lineage'>): Selection => ({ ...names, lineage: false });
    const planOf = (author: Principal, selection: Selection) => ({
      ...{ scope: scopeOf(author), role: author.role, selection },
    });
    const selected = async (author: Principal, selection: Selection) =>
      (await selectItems(world.forgetting, planOf(author, selection))).items.map(({ id }) => id);
    const putText = (author: Principal, path: string, text: string, workspace: WorkspaceName = { name: 'team' }) =>
      putNote(world.notes, { scope: scopeOf(author), author, workspace, note: aNewNote(path, text) });
    const ofOps = { name: 'ops', readers: { visibility: 'channel', channel: 'ops' } } as const;
    async function notesLeft(author: Principal, selection: Selection) {
      const plan = planOf(author, selection);
      const { notes, hasMore } = await selectNotes(world.forgetting, plan, await selectItems(world.forgetting, plan));
      return { paths: notes.map(({ path }) => path), hasMore };
    }

    it('names each note that says it once, however often it does, also in a former version, and that there are more', async () => {
      const ada = aPrincipal();
      const grace = aColleagueOf(ada);
      const sections = Array.from({ length: 130 }, (_, at) => `Section ${at}: QX-7731.`);
      await putText(ada, 'a-long.md', sections.join('\n\n'));
      await putText(ada, 'b.md', 'Ticket QX-7731 is closed.');
      await putText(ada, 'c-former.md', 'It is QX-7731.');
      await putText(ada, 'c-former.md', 'It is closed.');
      await putText(ada, 'd-removed.md', 'It is qx-7731.');
      await removeNote(world.notes, {
        ...{ scope: scopeOf(ada), author: ada, workspace: 'team', path: 'd-removed.md', forget: false },
      });
      await putText(ada, 'e-other.md', 'Nothing of note.');
      await putText(ada, 'ops.md', 'QX-7731 again', ofOps);
      const all = ['a-long.md', 'b.md', 'c-former.md', 'd-removed.md'];

      for (const names of [{ contains: 'QX-7731' }, { identifier: 'QX-7731' }]) {
        expect((await notesLeft(grace, by(names))).paths.sort()).toEqual([...all, 'ops.md']);
        expect(await notesLeft(grace, by({ ...names, channel: 'ops' }))).toEqual({ paths: ['ops.md'], hasMore: false });
        expect((await notesLeft(grace, by({ ...names, speaker: 'Ada' }))).paths).toEqual([]);
        expect((await notesLeft(aPrincipal({ role: 'admin' }), by(names))).paths).toEqual([]);
      }
      for (let at = 0; at < 100; at += 1) await putText(ada, `f${at}.md`, 'It is QX-7731.');
      for (const names of [{ contains: 'QX-7731' }, { identifier: 'QX-7731' }]) {
        const { paths, hasMore } = await notesLeft(grace, by(names));
        expect([new Set(paths).size, hasMore]).toEqual([100, true]);
      }
    });

    it('takes a longer code for another one if an item or a note names the identifier itself', async () => {
      const ada = aPrincipal();
      const longer = aNewMessage({ content: 'The token is 77ab09fe-12ac-4e0b-9d1f-0a1b2c3d4e5f.' });
      const code = by({ identifier: '77ab09fe' });
      await world.truth.write(ada, [longer]);
      await putText(ada, 'longer.md', 'It is 77ab09fe-12ac-4e0b-9d1f-0a1b2c3d4e5f.');
      const before = [await selected(ada, code), (await notesLeft(ada, code)).paths];
      await putText(ada, 'whole.md', 'It is 77ab09fe.');
      const inNote = [await selected(ada, code), (await notesLeft(ada, code)).paths];
      await removeNote(world.notes, {
        ...{ scope: scopeOf(ada), author: ada, workspace: 'team', path: 'whole.md', forget: true },
      });
      const whole = aNewMessage({ content: 'The build is 77ab09fe.' });
      await world.truth.write(ada, [whole]);
      const inItem = [await selected(ada, code), (await notesLeft(ada, code)).paths];

      expect(before).toEqual([[longer.id], ['longer.md']]);
      expect(inNote).toEqual([[], ['whole.md']]);
      expect(inItem).toEqual([[whole.id], []]);
    });
  });
}
