import { setImmediate } from 'node:timers/promises';
import type { Message } from '@cairn/contracts';
import { scopeOf } from '@cairn/domain';
import type { ItemReader } from '@cairn/ports';
import type { Briefings } from '@cairn/store';
import { aMessage, aPrincipal } from '@cairn/testing';
import { READ_CHARS } from './known-rules.ts';
import { StandingInstructions } from './standing-instructions.ts';

const scope = scopeOf(aPrincipal());

/** Standing instructions of `said`, which a test may replace, with the number of texts that were loaded. */
function aTeamThat(said: readonly Message[]) {
  const team = { said, loaded: 0 };
  const items = {
    hydrate: async (_scope: unknown, _filter: unknown, ids: readonly string[]) => {
      team.loaded += ids.length;
      return team.said.filter(({ id }) => ids.includes(id));
    },
  };
  const briefings = { standingInstructions: async () => team.said };
  const instructions = new StandingInstructions(items as unknown as ItemReader, briefings as unknown as Briefings);
  return { team, newest: () => instructions.newest(scope, { kind: 'message' }) };
}

const messages = (count: number, content: string) => Array.from({ length: count }, () => aMessage({ content }));

it('reads as much of a long text for its words as for its rule', async () => {
  const { newest } = aTeamThat(messages(1, `Always ask. ${'x '.repeat(READ_CHARS / 2)} zebra`));

  const [said] = await newest();

  expect([said!.stems.has('ask'), said!.stems.has('zebra')]).toEqual([true, false]);
});

it('lets other work run between two texts', async () => {
  const { newest } = aTeamThat(messages(5, 'Always ask.'));
  let turns = 0;
  let isRead = false;
  const others = (async () => {
    for (; !isRead; await setImmediate()) turns += 1;
  })();

  await newest();
  isRead = true;
  await others;

  expect(turns).toBeGreaterThanOrEqual(5);
});

it('keeps many short instructions, and of long ones only some', async () => {
  const short = messages(100, 'Always ask.');
  const { team, newest } = aTeamThat(short);
  await newest();
  await newest();
  expect(team.loaded).toBe(100);

  for (let at = 0; at < 3; at++) {
    team.said = messages(100, 'x'.repeat(READ_CHARS));
    expect(await newest()).toHaveLength(100);
  }
  team.said = short;
  expect(await newest()).toHaveLength(100);

  expect(team.loaded).toBe(500);
});
