import { keepLoopbackDirect } from './loopback.ts';

it.each([
  [{}, undefined],
  [{ NODE_USE_ENV_PROXY: '1' }, 'localhost,127.0.0.1,::1,[::1]'],
  [{ NODE_USE_ENV_PROXY: '1', NO_PROXY: 'a.example, localhost' }, 'a.example,localhost,127.0.0.1,::1,[::1]'],
  [{ NODE_USE_ENV_PROXY: '1', no_proxy: '*' }, '*'],
])('keeps this machine away from the proxy of %j', (given, hosts) => {
  const env: Record<string, string | undefined> = { ...given };

  keepLoopbackDirect(env);

  expect(env['no_proxy']).toBe(hosts);
});
