import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunningService } from '@cairn/platform';
import { keys, type Keys } from '@cairn/store';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { startAccessServices } from './service-modules.fixture.ts';

/** Tests of the parts of MCP for the person in front of a client: questions before a deletion, and completions. */
let dataDir: string;
let service: RunningService;
let allKeys: Keys;
const opened: Client[] = [];

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'cairn-person-'));
  service = await startAccessServices(dataDir);
  allKeys = service.app.get<Keys>(keys.token);
});
afterAll(async () => {
  await Promise.all(opened.map((client) => client.close()));
  await service.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const aKey = async (name: string) => {
  const { orgId } = await allKeys.firstOrganisation({});
  return (await allKeys.create({ orgId, name, kind: 'person', role: 'writer', peers: [] })).key;
};

/** Connects a client; with an answer, it can ask its person, who always gives this answer. */
async function connect(key: string, answer?: { action: 'accept' | 'decline'; content?: { confirm: boolean } }) {
  const client = new Client(
    { name: 'test', version: '1' },
    { capabilities: answer ? { elicitation: {} } : {}, versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  const asked: string[] = [];
  if (answer)
    client.setRequestHandler('elicitation/create', ({ params }) => {
      asked.push(params.message);
      return answer;
    });
  const headers = { authorization: `Bearer ${key}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { requestInit: { headers } }));
  opened.push(client);
  const call = async (name: string, args: Record<string, unknown>) => {
    const { isError, content, structuredContent } = await client.callTool({ name, arguments: args });
    return {
      isError: isError === true,
      text: JSON.stringify(content),
      fields: structuredContent as { memoryId?: string },
    };
  };
  const remember = async (title: string, more: object = {}) =>
    (await call('crystal_remember', { title, content: `${title} is stored.`, ...more })).fields.memoryId!;
  const isThere = async (id: string) => !(await call('crystal_get', { id })).isError;
  return { client, asked, call, remember, isThere };
}

const forever = { permanent: true, confirm: true };

it('asks the person before a permanent deletion, with what it deletes, and deletes when they agree', async () => {
  const { asked, call, remember, isThere } = await connect(await aKey('Ada'), {
    action: 'accept',
    content: { confirm: true },
  });
  const memoryId = await remember('The old gate code');

  expect(await call('crystal_forget', { memoryId, ...forever })).toMatchObject({ isError: false });

  expect(asked).toEqual([expect.stringMatching(/^Delete 1 memory for good\?.*The old gate code/)]);
  expect(await isThere(memoryId)).toBe(false);
});

it.each([
  ['declines', { action: 'decline' }],
  ['does not tick the box', { action: 'accept', content: { confirm: false } }],
] as const)('deletes nothing when the person %s', async (_, answer) => {
  const { asked, call, remember, isThere } = await connect(await aKey('Bo'), answer);
  const memoryId = await remember('The gate code');

  const refused = await call('crystal_forget', { memoryId, ...forever });

  expect(refused).toMatchObject({ isError: true, text: expect.stringContaining('did not agree') });
  expect(asked).toHaveLength(1);
  expect(await isThere(memoryId)).toBe(true);
});

it('asks nothing for a preview, an archived memory and a wrong call', async () => {
  const { asked, call, remember } = await connect(await aKey('Cy'), { action: 'decline' });
  const memoryId = await remember('A gate');

  expect(await call('crystal_forget', { memoryId, permanent: true })).toMatchObject({ isError: false });
  expect(await call('crystal_forget', { memoryId })).toMatchObject({ isError: false });
  expect(await call('crystal_forget', { memoryId: 'nothing', ...forever })).toMatchObject({ isError: true });

  expect(asked).toEqual([]);
});

it('deletes without a question for a client that cannot ask', async () => {
  const { call, remember, isThere } = await connect(await aKey('Di'));
  const memoryId = await remember('Another gate');

  expect(await call('crystal_forget', { memoryId, ...forever })).toMatchObject({ isError: false });

  expect(await isThere(memoryId)).toBe(false);
});

describe('completions', () => {
  const complete = async ({ client }: { client: Client }, ref: object, name: string, value: string) =>
    (await client.complete({ ref: ref as never, argument: { name, value } })).completion;
  const briefing = { type: 'ref/prompt', name: 'briefing' };

  it('completes channels, projects, tags, people and ids from what the caller may read', async () => {
    const [eve, finn] = [await connect(await aKey('Eve')), await connect(await aKey('Finn'))];
    const place = { channel: 'harbour', project: 'acme/port', tags: ['hawser', 'anchor'] };
    const id = await eve.remember('The hawser', place);
    await eve.remember('A secret', { channel: 'hidden-harbour', tags: ['hidden'], visibility: 'private' });

    expect(await complete(finn, briefing, 'channel', 'h')).toEqual({ values: ['harbour'], total: 1, hasMore: false });
    expect((await complete(finn, briefing, 'project', 'ACME')).values).toEqual(['acme/port']);
    expect((await complete(finn, briefing, 'topic', 'h')).values).toEqual(['hawser']);
    expect((await complete(finn, briefing, 'topic', 'ev')).values).toEqual(['Eve']);
    expect((await complete(eve, briefing, 'channel', 'h')).values).toEqual(['harbour', 'hidden-harbour']);
    const template = { type: 'ref/resource', uri: 'memory://{id}' };
    expect((await complete(finn, template, 'id', id.slice(0, 20))).values).toContain(id);
  });

  it('completes nothing for other arguments, and refuses a prompt that does not exist', async () => {
    const gil = await connect(await aKey('Gil'));

    expect(await complete(gil, briefing, 'nothing', '')).toEqual({ values: [], total: 0, hasMore: false });
    await expect(complete(gil, { type: 'ref/prompt', name: 'nothing' }, 'x', '')).rejects.toThrow('no prompt');
  });
});
