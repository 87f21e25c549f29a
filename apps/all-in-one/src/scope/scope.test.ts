import { callsFor, type Call } from './calls.ts';
import { maySee } from './oracle.ts';
import { channels, numbersFrom, World, type Asker, type Stored } from './world.fixture.ts';

/** A check is one call and one stored thing. `npm run test:scope` asks for more of them than the unit stage. */
const WANTED = Number(process.env['CAIRN_SCOPE_CHECKS'] ?? 20_000);
const SEED = Number(process.env['CAIRN_SCOPE_SEED'] ?? 7);
const THINGS = 150;

let world: World;
beforeAll(async () => {
  world = await World.open(SEED, THINGS);
}, 120_000);
afterAll(() => world.close());

const number = numbersFrom(SEED + 1);
const pick = <Value>(values: readonly Value[]): Value => values[number(values.length)] as Value;

/** What is asked after by its own word stands in the answer anyway. */
const isAskedAfter = ({ body, url }: Call, { canary }: Stored) =>
  JSON.stringify(body ?? '').includes(canary) || url.includes(canary);

interface Tally {
  checks: number;
  seen: number;
  readonly leaks: string[];
  readonly missed: string[];
  readonly statuses: Set<string>;
}

/** Lists say everything that their filters let through: things of no channel, or of the very channel that is asked for. */
function isListed({ name, channel }: Call, thing: Stored): boolean {
  if (name !== 'memories' && name !== 'messages') return false;
  if (name !== (thing.kind === 'memory' ? 'memories' : 'messages')) return false;
  return channel === undefined || thing.channel === channel || (name === 'memories' && thing.channel === null);
}

async function ask(asker: Asker, call: Call, tally: Tally): Promise<void> {
  const { status, text } = await world.ask(asker, call.method, call.url, call.body);
  tally.statuses.add(`${call.name} ${status}`);
  for (const thing of world.things) {
    tally.checks += 1;
    if (isAskedAfter(call, thing)) continue;
    const isThere = text.includes(thing.canary) || text.includes(thing.id);
    const may = maySee(asker, call.channel, thing);
    tally.seen += Number(isThere);
    if (isThere && !may) tally.leaks.push(`${call.name} for ${call.channel}: ${JSON.stringify(thing)}`);
    if (!isThere && may && isListed(call, thing) && status === 200)
      tally.missed.push(`${call.name} for ${call.channel}: ${JSON.stringify(thing)}`);
  }
}

/** One thing by its id: what is hidden answers as what is not there. */
async function askOne(asker: Asker, channel: string | undefined, thing: Stored, tally: Tally): Promise<void> {
  const path = thing.kind === 'memory' ? 'memories' : 'messages';
  const query = channel === undefined ? '' : `?channel=${encodeURIComponent(channel)}`;
  const [found, unknown] = await Promise.all([
    world.ask(asker, 'GET', `/v1/${path}/${thing.id}${query}`),
    world.ask(asker, 'GET', `/v1/${path}/0190a000-0000-7000-8000-000000000000${query}`),
  ]);
  tally.checks += 1;
  const may = maySee(asker, channel, thing);
  if (may !== (found.status === 200)) (may ? tally.missed : tally.leaks).push(`by id for ${channel}: ${thing.id}`);
  const told = (text: string) => text.replaceAll(/"requestId":"[^"]*"|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '');
  if (!may && told(found.text) !== told(unknown.text)) tally.leaks.push(`an error tells of ${thing.id}: ${found.text}`);
}

it('shows through every route and tool what the oracle lets be seen, and nothing else', async () => {
  const tally: Tally = { checks: 0, seen: 0, leaks: [], missed: [], statuses: new Set() };
  for (let round = 0; tally.checks < WANTED; round += 1) {
    if (round % 20 === 10) await world.changeTeams();
    const [asker, channel] = [pick(world.askers), pick(channels) ?? undefined];
    for (const call of callsFor(channel, pick(world.things).canary)) await ask(asker, call, tally);
    for (let one = 0; one < 20; one += 1) await askOne(asker, channel, pick(world.things), tally);
  }
  const { checks, seen, leaks, missed, statuses } = tally;
  console.log(`scope seed=${SEED} checks=${checks} seen=${seen} leaks=${leaks.length} missed=${missed.length}`);

  expect([...statuses].filter((status) => !/ (200|400)$/.test(status))).toEqual([]);
  expect(new Set([...statuses].filter((status) => / 200$/.test(status))).size).toBe(callsFor(undefined, '').length);
  expect(leaks).toEqual([]);
  expect(missed).toEqual([]);
  expect(seen).toBeGreaterThan(checks / 100);
}, 3_600_000);
