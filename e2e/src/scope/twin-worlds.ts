import { setTimeout as delay } from 'node:timers/promises';
import { Client } from '../client.ts';
import { numbersFrom } from './world.ts';

/** Limit for a changed right to take effect: each process caches a caller for two seconds. */
const KNOWN_WITHIN_MS = 3_000;
const HIDDEN_EACH = 4;

export type Pick = <Value>(values: readonly Value[]) => Value;

export function picking(seed: number): Pick {
  const number = numbersFrom(seed);
  return (values) => values[number(values.length)]!;
}

/** An organisation with closed channels, a team and a peer, and two people who are excluded from all of them. */
export interface Twin {
  readonly insider: Client;
  readonly writer: Client;
  readonly manager: Client;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- The bodies of several routes, of which each caller takes a field.
async function did(client: Client, method: string, path: string, body?: object): Promise<any> {
  const answer = await client.call(method, path, body);
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
}

export async function openTwin(operator: Client, name: string): Promise<Twin> {
  const limits = { storedItems: 1_000_000, storedBytes: 1_000_000_000 };
  const made = await did(operator, 'POST', '/v1/organisations', { name, limits });
  const admin = new Client(operator.url, made.admin.key);
  const person = async (who: string, role: string, peers: string[]) => {
    const { key } = await did(admin, 'POST', '/v1/keys', { name: who, kind: 'person', role, peers });
    const client = new Client(operator.url, key);
    return { client, id: (await did(client, 'GET', '/v1/caller')).principalId as string };
  };
  const insider = await person('Ina', 'manager', ['*']);
  const [writer, manager] = [await person('Will', 'writer', []), await person('Mia', 'manager', [])];
  await did(admin, 'POST', '/v1/teams', { name: 'blue', members: [insider.id] });
  for (const channel of ['deals', 'board'])
    await did(admin, 'PUT', '/v1/closed-channels', { channel, principals: [insider.id], teams: [] });
  await delay(KNOWN_WITHIN_MS);
  return { insider: insider.client, writer: writer.client, manager: manager.client };
}

/** Places that hide their items from outsiders. */
const hiddenPlaces = [
  { channel: 'deals' },
  { channel: 'board' },
  { visibility: 'private' },
  { visibility: 'private', channel: 'deals' },
  { channel: 'coach:1' },
  { visibility: 'team:blue' },
  { visibility: 'team:blue', channel: 'dev' },
];

export const textOf = (pick: Pick): string => `Orion text ${pick([0, 1, 2, 3])}, says Ann.`;
export const keyOf = (pick: Pick) => pick([{ externalId: 'e0' }, { externalId: 'e1' }, {}, {}]);
export const factOf = (pick: Pick) =>
  pick([{ subject: 'orion', attribute: 'price' }, { subject: 'orion', attribute: 'owner' }, {}]);
export const sessionOf = (pick: Pick) => ({ sessionKey: pick(['s0', 's1']), speaker: pick(['Ann Lee', 'Bo Ray']) });

/** Id of a stored item; none if its key belongs to another hidden item. */
async function storedBy(client: Client, path: string, body: object): Promise<string[]> {
  const { status, body: answer } = await client.post(path, body);
  return status < 300 ? [answer.items?.[0]?.id ?? answer.id] : [];
}

/** Stores hidden items under keys that outsiders will use, and returns some of their ids. */
export async function hideIn({ insider }: Twin, seed: number): Promise<string[]> {
  const pick = picking(seed);
  const ids: string[] = [];
  for (const place of hiddenPlaces)
    for (let at = 0; at < HIDDEN_EACH; at += 1) {
      const message = { content: `Ann, ${textOf(pick)}`, ...keyOf(pick), ...sessionOf(pick), ...place };
      const memory = {
        title: pick(['Title 0', 'Title 1']),
        content: textOf(pick),
        ...keyOf(pick),
        ...factOf(pick),
        ...place,
      };
      ids.push(
        ...(await storedBy(insider, '/v1/messages', message)),
        ...(await storedBy(insider, '/v1/memories', memory)),
      );
    }
  for (const [at, visibility] of ['team:blue', 'private'].entries())
    await did(insider, 'PUT', '/v1/notes', { workspace: `w${at}`, path: 'a.md', text: 'hidden', visibility });
  for (const scope of ['deals', 'board'])
    await did(insider, 'POST', '/v1/knowledge-imports', {
      ...{ knowledgeBaseName: 'Handbook', scope },
      chunks: [{ content: 'hidden chunk' }],
    });
  return ids;
}
