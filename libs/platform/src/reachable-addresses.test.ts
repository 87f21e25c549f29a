import { isReachable } from './reachable-addresses.ts';

const PUBLIC = ['8.8.8.8', '172.15.0.1', '172.32.0.1', '100.128.0.1', '2606:4700::1111', '2a00:1450:4001::1'];
const PRIVATE = ['127.0.0.1', '127.8.8.8', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.1', '100.64.0.1'];
const PRIVATE_V6 = ['::1', 'fc00::1', 'fd12:3456::1'];
const NEVER = ['0.0.0.0', '169.254.169.254', '192.0.0.8', '198.18.0.1', '203.0.113.9', '224.0.0.1', '255.255.255.255'];
const NEVER_V6 = ['::', 'fe80::1', 'ff02::1', '::ffff:127.0.0.1', '::ffff:8.8.8.8', '::127.0.0.1', '64:ff9b::7f00:1'];
const TUNNELS = ['2002:7f00:1::', '2001:0:7f00::1', '2001:db8::1', 'example.com', '', '127.1', '0x7f.0.0.1'];

it.each(PUBLIC)('reaches %s, which is public, whatever the setting', (address) => {
  expect([isReachable(address, 'public'), isReachable(address, 'private')]).toEqual([true, true]);
});

it.each([...PRIVATE, ...PRIVATE_V6])('reaches %s, which is private, only where the setting allows it', (address) => {
  expect([isReachable(address, 'public'), isReachable(address, 'private')]).toEqual([false, true]);
});

it.each([...NEVER, ...NEVER_V6, ...TUNNELS])('never reaches %s', (address) => {
  expect([isReachable(address, 'public'), isReachable(address, 'private')]).toEqual([false, false]);
});
