import { ClientDocuments } from './client-documents.ts';
import { Clients, registeredIdOf } from './clients.ts';

const clients = new Clients(new ClientDocuments());
const redirect_uris = ['http://127.0.0.1/back', 'cursor://app/back'];

it('finds a registered client by the id that contains it', async () => {
  const id = registeredIdOf({ client_name: 'My app', redirect_uris })!;

  expect(await clients.find(id)).toEqual({ id, name: 'My app', redirectUris: redirect_uris });
});

it('names a client without a name by its place', async () => {
  const id = registeredIdOf({ client_name: undefined, redirect_uris })!;

  expect(await clients.find(id)).toMatchObject({ name: 'this machine' });
});

it('finds no client by an id that the registration does not give', async () => {
  const idOf = (metadata: unknown) => `cairn_client_${Buffer.from(JSON.stringify(metadata)).toString('base64url')}`;
  const ids = [
    idOf(['Evil', ['javascript:alert(1)']]),
    idOf(['Evil', []]),
    idOf(['Ev\u202Eil', redirect_uris]),
    idOf({}),
    `${registeredIdOf({ client_name: 'My app', redirect_uris })!}=`,
    'cairn_client_',
    'someone',
    `https://app.example.com/${'x'.repeat(4_000)}`,
  ];

  expect(await Promise.all(ids.map((id) => clients.find(id)))).toEqual(ids.map(() => undefined));
});

it('gives no id to metadata that is too long', () => {
  const many = Array.from({ length: 9 }, (_, at) => `https://app.example.com/${'x'.repeat(900)}${at}`);

  expect(registeredIdOf({ client_name: 'My app', redirect_uris: many })).toBeUndefined();
});
