import { callsFor, callsInto, type Call } from './calls.ts';
import { isSearched, mayAsk, maySee } from './oracle.ts';
import { channels, numbersFrom, World, type Asker, type Stored } from './world.ts';

const IS_CLUSTER = process.env['CAIRN_E2E'] === 'cluster';
/** Number of checks, each of one call and one stored item. `npm run test:scope` makes a million on five processes. */
const WANTED = Number(process.env['CAIRN_SCOPE_CHECKS'] ?? (IS_CLUSTER ? 50_000 : 100_000));
const SEED = Number(process.env['CAIRN_SCOPE_SEED'] ?? 7);
const THINGS = 300;
/** Number of callers between two changes of the access rights, which take seconds. */
const ASKERS = 4;
/** Calls in flight at the same time. */
const AT_ONCE = 6;
/** Page size of lists; no list has more entries. */
const PAGE = 100;

let world: World;
beforeAll(async () => {
  world = await World.open(SEED, THINGS);
}, 120_000);
afterAll(() => world.close());

const number = numbersFrom(SEED + 1);
const pick = <Value>(values: readonly Value[]): Value => values[number(values.length)] as Value;

/** Whether a request contains the canary, which its answer may then repeat. */
const isAskedAfter = ({ body, url }: Call, { canary }: Stored) =>
  JSON.stringify(body ?? '').includes(canary) || url.includes(canary);

interface Tally {
  checks: number;
  seen: number;
  ofBases: number;
  readonly leaks: string[];
  readonly missed: string[];
  readonly statuses: Set<string>;
}

/** Lists say everything that their filters let through: things of no channel, or of the very channel that is asked for. */
function isListed({ name, channel }: Call, { kind, state, channel: own }: Stored): boolean {
  const list = kind === 'memory' ? 'memories' : 'messages';
  if (state !== 'active' || (name !== list && name !== `${list} of another`)) return false;
  return channel === undefined || own === channel || (kind === 'memory' && own === null);
}

const isInBase = ({ readers }: Stored) => typeof readers === 'object' && 'base' in readers;

interface Answered {
  readonly asker: Asker;
  readonly call: Call;
  readonly status: number;
  readonly text: string;
}

/** A question by a thing's own word finds it, or how is it to be known that what may be seen is found? */
const isSought = (asker: Asker, { name, channel, body }: Call, thing: Stored): boolean =>
  name === 'recallCanary' &&
  thing.state === 'active' &&
  (body as { query: string }).query === thing.canary &&
  isSearched(asker, channel, thing);

/** An answer names the bases that the call reaches: a list all of them, a call for one that one. */
function judgeBases({ asker, call, status, text }: Answered, tally: Tally): void {
  const isNamed = (name: string) => JSON.stringify(call.body ?? '').includes(name);
  for (const base of world.bases) {
    const isTold = text.includes(base.name);
    const isActive = base.isActive || call.name === 'knowledgeBase';
    const may = mayAsk(asker, { channel: call.channel, walls: world.walls }, { ...base, isActive });
    const told = `${call.name} for ${call.channel}: ${JSON.stringify(base)}`;
    if (!may && isTold && !isNamed(base.name)) tally.leaks.push(told);
    if (may && !isTold && isDue(call, base.id, status)) tally.missed.push(told);
  }
}

const isDue = ({ name, url, base }: Call, id: string, status: number): boolean =>
  base ? base.id === id && !url.startsWith('/mcp') : name === 'knowledgeBases' && status === 200;

async function ask(asker: Asker, call: Call, tally: Tally): Promise<void> {
  const { status, text } = await answerTo(asker, call);
  tally.statuses.add(`${call.name} ${status}`);
  judgeBases({ asker, call, status, text }, tally);
  const called = { ...call, bases: world.bases, walls: world.walls };
  const seen = new Set(world.things.filter((thing) => maySee(asker, called, thing)));
  const isPaged = world.things.filter((thing) => seen.has(thing) && isListed(call, thing)).length > PAGE;
  for (const thing of world.things) {
    tally.checks += 1;
    const isThere = text.includes(thing.id) || (!isAskedAfter(call, thing) && text.includes(thing.canary));
    const may = seen.has(thing);
    tally.seen += Number(isThere);
    tally.ofBases += Number(isThere && isInBase(thing));
    if (isThere && !may) tally.leaks.push(`${call.name} for ${call.channel}: ${JSON.stringify(thing)}`);
    const isDueHere = (isListed(call, thing) && !isPaged) || isSought(asker, call, thing);
    if (!isThere && may && isDueHere && status === 200)
      tally.missed.push(`${call.name} for ${call.channel}: ${JSON.stringify(thing)}`);
  }
}

interface Asked {
  readonly method: string;
  readonly url: string;
  readonly body?: object;
}

async function answerTo({ client }: Asker, { method, url, body }: Asked): Promise<{ status: number; text: string }> {
  const answer = await client.call(method, url, body, { accept: 'application/json, text/event-stream' });
  return { status: answer.status, text: typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body) };
}

/** One thing by its id: what is hidden answers as what is not there. */
async function askOne(asker: Asker, channel: string | undefined, thing: Stored, tally: Tally): Promise<void> {
  const path = thing.kind === 'memory' ? 'memories' : 'messages';
  const query = channel === undefined ? '' : `?channel=${encodeURIComponent(channel)}`;
  const [found, unknown] = await Promise.all([
    answerTo(asker, { method: 'GET', url: `/v1/${path}/${thing.id}${query}` }),
    answerTo(asker, { method: 'GET', url: `/v1/${path}/0190a000-0000-7000-8000-000000000000${query}` }),
  ]);
  tally.checks += 1;
  const may = maySee(asker, { channel, reading: 'opens', bases: world.bases, walls: world.walls }, thing);
  if (may !== (found.status === 200)) (may ? tally.missed : tally.leaks).push(`by id for ${channel}: ${thing.id}`);
  const told = (text: string) => text.replaceAll(/"requestId":"[^"]*"|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '');
  if (!may && told(found.text) !== told(unknown.text)) tally.leaks.push(`an error tells of ${thing.id}: ${found.text}`);
}

/** Something to ask after, every other time of what a question must find. */
function soughtBy(asker: Asker, channel: string | undefined): Stored {
  const called = { channel, reading: 'asks', bases: world.bases, walls: world.walls } as const;
  const found = world.things.filter((thing) => maySee(asker, called, thing) && isSearched(asker, channel, thing));
  const isWalled = ({ channel: own }: Stored) => world.walls.some((wall) => wall.channel === own);
  const inside = found.filter((thing) => isInBase(thing) || thing.channel === 'coach:main' || isWalled(thing));
  return pick([world.things, found, inside][number(3)]!.concat(pick(world.things)));
}

/** A call that names a knowledge base, most often one that it reaches. */
function baseCall(turn: number): readonly [Asker, Call] {
  const [asker, channel] = [pick(world.askers), pick(channels) ?? undefined];
  const reached = world.bases.filter((base) => mayAsk(asker, { channel, walls: world.walls }, base));
  const base = pick(turn % 4 > 0 && reached.length > 0 ? reached : world.bases);
  const naming = callsFor(channel, '', base).filter((call) => call.base);
  return [asker, naming[turn % naming.length]!];
}

/** Everything that is asked of one world: who asks what is settled before the first is asked. */
function questionsOf(tally: Tally): (() => Promise<void>)[] {
  const questions: (() => Promise<void>)[] = [];
  for (let one = 0; one < ASKERS; one += 1) {
    const [asker, channel] = [pick(world.askers), pick(channels) ?? undefined];
    const calls = [
      ...callsFor(channel, soughtBy(asker, channel).canary, pick(world.bases)),
      ...callsInto(channel, pick(world.askers).id),
    ];
    questions.push(...calls.map((call) => () => ask(asker, call, tally)));
    for (let turn = 0; turn < 8; turn += 1) {
      const [who, call] = baseCall(turn);
      questions.push(() => ask(who, call, tally));
    }
    for (const thing of Array.from({ length: 20 }, () => pick(world.things)))
      questions.push(() => askOne(asker, channel, thing, tally));
  }
  return questions;
}

async function askAll(questions: (() => Promise<void>)[]): Promise<void> {
  const next = async () => {
    for (let question = questions.pop(); question; question = questions.pop()) await question();
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
}

it('shows through every route and tool what the oracle lets be seen, and nothing else', async () => {
  const tally: Tally = { checks: 0, seen: 0, ofBases: 0, leaks: [], missed: [], statuses: new Set() };
  const begunAt = performance.now();
  for (let round = 0; tally.checks < WANTED; round += 1) {
    if (round > 0) await world.change();
    await askAll(questionsOf(tally));
  }
  const { checks, seen, leaks, missed, statuses } = tally;
  const seconds = Math.round((performance.now() - begunAt) / 1000);
  process.stdout.write(
    `scope seed=${SEED} checks=${checks} seen=${seen} ofBases=${tally.ofBases} leaks=${leaks.length} missed=${missed.length} in ${seconds} s\n`,
  );

  expect(leaks).toEqual([]);
  expect(missed).toEqual([]);
  expect([...statuses].filter((status) => !/ (200|400)$|^knowledge\w* 404$|of another 403$/.test(status))).toEqual([]);
  expect(new Set([...statuses].filter((status) => / 200$/.test(status))).size).toBe(
    callsFor(undefined, '', world.bases[0]!).length + callsInto(undefined, '').length,
  );
  expect(seen).toBeGreaterThan(checks / 100);
  expect(tally.ofBases).toBeGreaterThan(0);
}, 3_600_000);
