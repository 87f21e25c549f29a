import { loadConfig } from '@cairn/platform';
import { greetingFor } from './greeting.ts';
import { teamReachOf, withReach } from './reach.ts';

const address = { netmask: '', mac: '', cidr: null };
const interfaces = {
  lo: [{ ...address, address: '127.0.0.1', family: 'IPv4', internal: true }],
  eth0: [
    { ...address, address: 'fe80::1', family: 'IPv6', internal: false, scopeid: 2 },
    { ...address, address: '192.168.1.5', family: 'IPv4', internal: false },
  ],
} as const;

const reachOf = (settings: Record<string, string>, team = true) => {
  const isHostGiven = settings['CAIRN_HOST'] !== undefined;
  return withReach(loadConfig('all-in-one', settings), { team, isHostGiven, interfaces: interfaces as never });
};
const othersOf = (settings: Record<string, string>, team = true) =>
  teamReachOf(reachOf(settings, team), 7070, interfaces as never);

const insecure = { CAIRN_INSECURE_HTTP: 'on' };

test.each([
  ['--team', {}, true],
  ['CAIRN_HOST', { CAIRN_HOST: '0.0.0.0' }, false],
  ['an http public address', { CAIRN_PUBLIC_URL: 'http://cairn.example.com' }, true],
])('refuses plain HTTP beyond this machine with %s, and names the ways out', (_, settings, team) => {
  expect(() => reachOf(settings, team)).toThrow(/plain HTTP[^]*--tls-cert[^]*--public-url[^]*--insecure-http/);
});

test('names the addresses of this machine that others use, and warns of plain HTTP', () => {
  expect(reachOf(insecure)).toMatchObject({ host: '0.0.0.0', publicUrl: 'http://192.168.1.5:7070' });
  expect(othersOf(insecure)).toEqual({ addresses: ['http://192.168.1.5:7070'], isPlainHttp: true });
  expect(othersOf({ ...insecure, CAIRN_HOST: '10.1.2.3' }, false)?.addresses).toEqual(['http://10.1.2.3:7070']);
});

test('stays on this machine behind a proxy with a certificate, which it believes, and prints its settings', () => {
  const settings = { CAIRN_PUBLIC_URL: 'https://cairn.example.com' };

  expect(reachOf(settings)).toMatchObject({
    ...{ host: '127.0.0.1', trustedProxies: ['loopback'], allowedHosts: ['cairn.example.com'] },
  });
  const team = othersOf(settings);
  expect(team).toMatchObject({ addresses: ['https://cairn.example.com'], isPlainHttp: false });
  const said = greetingFor({
    ...{ url: 'http://127.0.0.1:7070', dataDir: '/d', key: undefined, program: 'cairn' },
    team,
  });
  expect(said).toMatch(/Others use {7}https:\/\/cairn\.example\.com\n {2}Invite {11}cairn invite NAME/);
  expect(said).toMatch(/cairn\.example\.com \{\n {6}encode[^]*reverse_proxy 127\.0\.0\.1:7070/);
});

test('is for this machine alone if nobody says otherwise', () => {
  expect(reachOf({}, false)).toEqual(loadConfig('all-in-one', {}));
  expect(othersOf({}, false)).toBeUndefined();
});
