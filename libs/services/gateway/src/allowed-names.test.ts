import { gatewayOptionsOf } from './allowed-names.ts';

it.each(['127.0.0.1', '127.8.8.8', 'localhost', '::1'])(
  'checks the names of callers on %s, but for those of a proxy',
  (host) => {
    expect(gatewayOptionsOf({ host, allowedOrigins: [], allowedHosts: ['cairn.example.org'] }).allowedHosts).toEqual([
      'cairn.example.org',
    ]);
  },
);

it.each(['0.0.0.0', '::', '10.1.2.3', 'cairn.internal', '127.evil.example'])('takes any name on %s', (host) => {
  expect(gatewayOptionsOf({ host, allowedOrigins: [], allowedHosts: ['cairn.example.org'] }).allowedHosts).toEqual([
    '*',
  ]);
});
