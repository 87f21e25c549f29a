import { Controller, Get, Module } from '@nestjs/common';
import type { Principal } from '@cairn/domain';
import { Caller } from './auth.ts';
import { loadConfig } from './config.ts';
import { backendOf, key, Parts } from './role-keys.fixture.ts';
import { startService, type RunningService } from './start-service.ts';

@Controller()
class Doors {
  @Get('v1/asked')
  route(@Caller() { role }: Principal) {
    return { role };
  }

  @Get('elsewhere')
  elsewhere() {
    return {};
  }
}

@Module({ controllers: [Doors] })
class DoorsModule {}

let service: RunningService;

beforeAll(async () => {
  service = await startService({
    backend: backendOf(new Parts()),
    modules: [DoorsModule],
    config: loadConfig('all-in-one', { CAIRN_PORT: '0' }),
    log: { write: () => {} },
  });
});
afterAll(() => service.close());

const cookie = { cookie: 'other=1; cairn_session=cairn_writer' };
const own = { 'x-cairn-console': '1' };
const ask = async (headers: Record<string, string>, path = '/v1/asked') => {
  const answer = await fetch(service.url + path, { headers });
  return [answer.status, ((await answer.json()) as { role?: string }).role];
};

it('takes the key of a session on data routes, from its own console alone', async () => {
  const { origin } = new URL(service.url);

  expect(await ask({ ...cookie, ...own })).toEqual([200, 'writer']);
  expect(await ask({ ...cookie, ...own, origin })).toEqual([200, 'writer']);
  expect(await ask({ ...cookie, ...own, 'sec-fetch-site': 'same-origin' })).toEqual([200, 'writer']);

  expect(await ask(cookie)).toEqual([401, undefined]);
  expect(await ask({ ...cookie, origin })).toEqual([401, undefined]);
  expect(await ask({ ...cookie, ...own, origin: 'http://localhost:1' })).toEqual([401, undefined]);
  expect(await ask({ ...cookie, ...own, 'sec-fetch-site': 'same-site' })).toEqual([401, undefined]);
  expect(await ask({ ...cookie, ...own }, '/elsewhere')).toEqual([401, undefined]);
  expect(await ask({ cookie: 'cairn_session=cairn_nobody', ...own })).toEqual([401, undefined]);
});

it('lets a credential of the request itself stand in place of the session', async () => {
  expect(await ask({ ...cookie, ...own, ...key('reader') })).toEqual([200, 'reader']);
  expect(await ask({ ...cookie, ...own, authorization: 'Basic eDp5' })).toEqual([401, undefined]);
});
