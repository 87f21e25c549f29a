import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClientDocuments } from './client-documents.ts';

let server: Server;
let documents: ClientDocuments;
let origin: string;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let asked: number;

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-clients-'));
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const made = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', key, '-out', cert];
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost', '-days', '1'];
  execFileSync('openssl', ['req', '-x509', ...made, ...names], { stdio: 'ignore' });
  const pair = { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
  rmSync(folder, { recursive: true });
  server = createServer(pair, (request, response) => {
    asked += 1;
    answer(request, response);
  }).listen(0, 'localhost');
  await once(server, 'listening');
  origin = `https://localhost:${(server.address() as AddressInfo).port}`;
  documents = new ClientDocuments({ networks: 'private', ca: pair.cert });
});
beforeEach(() => {
  asked = 0;
});
afterAll(async () => {
  await documents.onApplicationShutdown();
  server.closeAllConnections();
  server.close();
});

const serve = (document: unknown) => {
  answer = (_, response) => response.end(typeof document === 'string' ? document : JSON.stringify(document));
};
const redirect_uris = ['https://app.example.com/back'];

it('reads the description of a client, and asks for it once in a while', async () => {
  const client_id = `${origin}/good`;
  serve({ client_id, client_name: 'My\u202E app', redirect_uris, logo_uri: 'https://app.example.com/logo.png' });

  const [first, second] = [await documents.read(client_id), await documents.read(client_id)];

  expect(first).toMatchObject({ client_name: 'My  app', redirect_uris });
  expect(second).toEqual(first);
  expect(asked).toBe(1);
});

it.each([
  ['of another client', { client_id: 'https://localhost/other', redirect_uris }, 'of another client'],
  ['without redirect addresses', { redirect_uris: [] }, 'redirect_uris'],
  ['with a script for an address', { redirect_uris: ['javascript:alert(1)'] }, 'redirect_uris'],
  ['of a client with a secret', { redirect_uris, token_endpoint_auth_method: 'client_secret_post' }, 'token_endpoint'],
  ['that is no JSON', 'nothing', 'is wrong'],
  ['that is large', { redirect_uris, client_uri: 'x'.repeat(20_000) }, '16384 bytes'],
])('refuses a description %s', async (name, document, why) => {
  const client_id = `${origin}/${encodeURIComponent(name)}`;
  serve(typeof document === 'string' ? document : { client_id, ...document });

  await expect(documents.read(client_id)).rejects.toThrow(why);
});

it('follows no redirect, and takes no failure', async () => {
  answer = (_, response) => response.writeHead(302, { location: `${origin}/elsewhere` }).end();
  await expect(documents.read(`${origin}/moved`)).rejects.toThrow('led elsewhere');
  expect(asked).toBe(1);

  answer = (_, response) => response.writeHead(500).end();
  await expect(documents.read(`${origin}/broken`)).rejects.toThrow('answered with 500');
});

it('asks no private network and no other scheme, whatever name it has', async () => {
  const guarded = new ClientDocuments();
  const refused = ['https://localhost/x', 'https://127.0.0.1/x', 'https://[::1]/x', 'https://169.254.169.254/x'];
  for (const address of [...refused, `${origin}/x`])
    await expect(guarded.read(address)).rejects.toThrow('public network');
  const odd = ['http://app.example.com/x', 'https://app.example.com', 'https://app.example.com/a/../b'];
  for (const address of [...odd, 'https://u@app.example.com/x', 'https://app.example.com/x#y', 'ftp://a/b'])
    await expect(guarded.read(address)).rejects.toThrow('no address of a client');

  expect(asked).toBe(0);
  await guarded.onApplicationShutdown();
});
