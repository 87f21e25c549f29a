import { requestUntilAnswered, type Answer, type Requesting } from './request.ts';
import type { Acknowledged, Ledger } from './ledger.ts';

interface Changing extends Requesting {
  readonly ledger: Ledger;
}

const UPDATES_MAX = 2;

/**
 * Updates (up to twice), supersedes or forgets an acknowledged memory, or proposes another one and decides on it. Nobody else
 * changes these memories, so their expected states are known.
 */
export async function changeSomehow(options: Changing, word: string): Promise<void> {
  const draw = Math.random();
  if (draw < 0.3) return update(options, word);
  if (draw < 0.5) return supersede(options, word);
  return draw < 0.7 ? forget(options, word) : proposeAndDecide(options, `${word}p`);
}

/** Updates version by version: if an answer was lost, the retry is refused because the version was taken by this very change. */
async function update(options: Changing, word: string): Promise<void> {
  for (let time = 1; time <= UPDATES_MAX; time++) {
    const { version, ...entry } = entryOf(options, word);
    const content = `${entry.content} Revised for the time ${time}.`;
    const answer = await act(options, entry, 'update', { content, expectedVersion: version });
    if (answer.code === 'item/unknown') return; // Lost: the check reports it as missing.
    if (presentVersion(answer) === version + 1) options.ledger.changed(word, { content, version: version + 1 });
    else options.ledger.wrongVersions++;
  }
}

const presentVersion = ({ body, code }: Answer): number => {
  if (code === 'item/stale-version') return Number(body.error?.issues?.[0]?.allowed);
  return Number(body.version);
};

/** Supersedes a memory; if an answer was lost, the retry's refusal names the successor. */
async function supersede(options: Changing, word: string): Promise<void> {
  const entry = entryOf(options, word);
  const successor = { word: `${word}s`, content: `In place of another memory this is about ${word}s.` };
  const { body, code } = await act(options, entry, 'supersede', {
    title: `About ${word}s`,
    content: successor.content,
  });
  if (code === 'item/unknown') return;
  const id = code === 'item/superseded' ? UUID.exec(body.error?.message ?? '')?.[0] : body.newMemoryId;
  if (id === undefined) throw new Error(`No successor in ${JSON.stringify(body)}`);
  options.ledger.changed(word, { end: 'superseded', version: entry.version + 1 });
  options.ledger.acknowledge(successor.word, { id, ...successor, version: 1 });
}

const UUID = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/;

async function forget(options: Changing, word: string): Promise<void> {
  await requestUntilAnswered(options, `/v1/memories/${entryOf(options, word).id}`, { method: 'DELETE' });
  options.ledger.changed(word, { end: 'forgotten' });
}

/** Proposes a statement and decides on it; a retry finds the proposal of the first attempt, and its decision. */
async function proposeAndDecide(options: Changing, word: string): Promise<void> {
  const content = `It was decided that something is about ${word}.`;
  const proposals = [{ kind: 'decision', memory: { title: `About ${word}`, content, category: 'decision' } }];
  const init = { method: 'POST', body: JSON.stringify({ proposals }) };
  const { body } = await requestUntilAnswered(options, '/v1/proposals', init);
  const id = body.proposals?.[0]?.memoryId;
  if (id === undefined) throw new Error(`No proposal in ${JSON.stringify(body)}`);
  options.ledger.acknowledge(word, { id, word, content, version: 1, end: 'proposed' });
  const isKept = Math.random() < 0.5;
  const decision = { method: 'POST', body: '{}' };
  const { code } = await requestUntilAnswered(options, `/v1/proposals/${id}/${isKept ? 'keep' : 'reject'}`, decision);
  if (code === 'item/unknown') return;
  options.ledger.changed(word, { version: 2, end: isKept ? undefined : 'archived' });
}

const entryOf = ({ ledger }: Changing, word: string): Acknowledged => ledger.acknowledged.get(word)!;

const act = (options: Changing, { id }: Pick<Acknowledged, 'id'>, name: string, body: object): Promise<Answer> =>
  requestUntilAnswered(options, `/v1/memories/${id}/${name}`, { method: 'POST', body: JSON.stringify(body) });
