import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Delivery } from '@cairn/ports';
import { newMemory, newMessage } from '@cairn/store';
import { aMemoryInput, aMessageInput, aPrincipal } from '@cairn/testing';
import { embeddedWorld } from '../ports/embedded-world.fixture.ts';

const idsOf = (claimed: readonly Delivery[]) => new Set(claimed.map(({ payload }) => 'id' in payload && payload.id));

describe('A write of items', () => {
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

    const others = await world.outbox.claim(['message.written.vectors'], 10, 60_000);
    expect(idsOf(claimed)).toEqual(new Set([calling.id]));
    expect(idsOf(others)).toEqual(new Set([plain.id, calling.id]));
  });

  it('announces only a memory that is compared with others to the subscriber of links', async () => {
    const other = { ...ada, orgId: aPrincipal().orgId };
    const kept = (content: string, subject?: string) => newMemory(other, aMemoryInput({ content, subject }), '');
    const [short, long] = [kept('The freeze is on Friday.'), kept('The freeze is on Friday. '.repeat(20))];
    const about = kept('The freeze of it is on Friday. '.repeat(20), 'freeze');
    await world.truth.write(other, [short, long, about]);
    world.clock.advance(10_000);

    const claimed = await world.outbox.claim(['memory.written.links'], 10, 60_000);

    expect(idsOf(claimed)).toEqual(new Set([short.id, about.id]));
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
