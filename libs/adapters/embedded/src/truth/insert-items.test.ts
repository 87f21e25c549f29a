import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { scopeOf } from '@cairn/domain';
import { newMessage } from '@cairn/store';
import { aMessageInput, aPrincipal } from '@cairn/testing';
import { embeddedWorld } from '../ports/embedded-world.fixture.ts';

describe('A write of messages', () => {
  const ada = aPrincipal();
  let world: Awaited<ReturnType<typeof embeddedWorld>>;
  const said = (content: string) => newMessage(ada, aMessageInput({ content, speaker: 'Melanie' }), '');

  beforeAll(async () => {
    world = await embeddedWorld();
  });
  afterAll(() => world.close());

  it('announces only a message that addresses somebody to the subscriber of aliases', async () => {
    const [plain, calling] = [said('The freeze is on Friday.'), said('Hey Bob, the freeze is on Friday.')];
    await world.truth.write(ada, [plain, calling]);

    const claimed = await world.outbox.claim(['message.written.aliases'], 10, 60_000);

    expect(claimed.map(({ payload }) => payload)).toMatchObject([{ id: calling.id }]);
    const others = await world.outbox.claim(['message.written.vectors'], 10, 60_000);
    expect(others.map(({ payload }) => payload)).toMatchObject([{ id: plain.id }, { id: calling.id }]);
    expect(await world.truth.find(scopeOf(ada), 'message', plain.id)).toMatchObject({ version: 1 });
  });

  it('writes its words as one segment', async () => {
    const orgId = aPrincipal().orgId;
    const other = { ...ada, orgId };
    await world.truth.write(
      other,
      Array.from({ length: 20 }, (_, at) => said(`The freeze number ${at} is on Friday.`)),
    );

    const db = new DatabaseSync(join(world.dataDir, 'cairn.db'), { readOnly: true });
    const { id } = db.prepare('select id from word_space where org_id = ?').get(orgId) as { id: number };
    const { segments } = db.prepare(`select count(distinct segid) as segments from word_list_${id}_idx`).get() as {
      segments: number;
    };
    db.close();

    expect(segments).toBe(1);
  });
});
