import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { InvitationPreview, InvitationResponse, KeyHolder, Role } from '@cairn/contracts';
import type { RunningService } from '@cairn/platform';
import { keys, type Keys } from '@cairn/store';
import { startAccessServices } from './service-modules.fixture.ts';

let dataDir: string;
let service: RunningService;
let admin: string;

const start = (settings?: Record<string, string>) => startAccessServices(dataDir, settings);

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'cairn-invitations-'));
  service = await start();
  const allKeys = service.app.get<Keys>(keys.token);
  const { orgId } = await allKeys.firstOrganisation({});
  admin = (await allKeys.create({ orgId, name: 'Ana', kind: 'person', role: 'admin', peers: [] })).key;
});
afterEach(async () => {
  await service.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const ask = (method: string, path: string, headers: Record<string, string>, body?: object) =>
  fetch(service.url + path, {
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  });
const asAdmin = (method: string, path: string, body?: object) =>
  ask(method, path, { authorization: `Bearer ${admin}` }, body);
const asConsole = (path: string, body: object) =>
  ask('POST', `/console/session/${path}`, { 'x-cairn-console': '1', origin: new URL(service.url).origin }, body);
const codeOf = ({ path }: InvitationResponse) => path.slice(path.indexOf('#') + 1);

test('a person opens the link, chooses a name, and is signed in with the role of the invitation', async () => {
  const made = await asAdmin('POST', '/v1/invitations', { name: 'Bob', role: 'reader' });
  expect(made.status).toBe(201);
  const invitation = (await made.json()) as InvitationResponse;
  expect(invitation.path).toMatch(/^\/console\/join#cairn_join_/);
  const code = codeOf(invitation);

  const opened = (await (await asConsole('invitation', { code })).json()) as InvitationPreview;
  expect(opened).toMatchObject({ name: 'Bob', role: 'reader', team: null, invitedBy: 'Ana' });
  const joined = await asConsole('join', { code, name: 'Robert' });
  const { key } = (await joined.json()) as { key: string };

  const cookie = joined.headers.get('set-cookie')!.split(';')[0]!;
  const me = await ask('GET', '/v1/caller', { cookie, 'x-cairn-console': '1' });
  expect((await me.json()) as KeyHolder).toMatchObject({ name: 'Robert', kind: 'person', role: 'reader' as Role });
  expect((await ask('GET', '/v1/caller', { authorization: `Bearer ${key}` })).status).toBe(200);
  expect((await asConsole('join', { code, name: 'Eve' })).status).toBe(404);
});

test('no page of another origin opens or accepts a link, and a name is needed', async () => {
  const invitation = (await (await asAdmin('POST', '/v1/invitations', { name: 'Bob' })).json()) as InvitationResponse;
  const code = codeOf(invitation);
  const foreign = (path: string) => ask('POST', `/console/session/${path}`, {}, { code, name: 'Eve' });

  expect([(await foreign('join')).status, (await foreign('invitation')).status]).toEqual([403, 403]);
  const nameless = await asConsole('join', { code, name: ' ' });
  expect(nameless.status).toBe(400);
  expect(await nameless.json()).toMatchObject({ error: { issues: [{ field: 'name' }] } });
  expect((await asConsole('join', { code, name: 'Bob' })).status).toBe(200);
});

test('invented codes share one count of requests by address', async () => {
  await service.close();
  service = await start({ CAIRN_RATE_LIMIT_PER_MINUTE: '5' });

  const statuses: number[] = [];
  for (let guess = 0; guess < 7; guess++)
    statuses.push((await asConsole('join', { code: `cairn_join_${guess}`, name: 'Eve' })).status);

  expect(statuses).toEqual([404, 404, 404, 404, 404, 429, 429]);
});
