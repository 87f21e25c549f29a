import { describeOptions, readOptions } from './options.ts';

it('takes a port, 0 too', () => {
  expect(readOptions(['--port', '0']).port).toBe(0);
  expect(readOptions(['--port', '65535']).port).toBe(65_535);
  expect(readOptions([]).port).toBeUndefined();
});

it.each(['abc', '65536', '-1', '7070.5', '', '1e3'])('refuses the port %j and says what is allowed', (port) => {
  expect(() => readOptions([`--port=${port}`])).toThrow(`--port cannot be "${port}"; allowed: 0 to 65535.`);
});

it('takes the name of the first person, and no empty one', () => {
  expect(readOptions(['--name', 'Ana']).name).toBe('Ana');
  expect(() => readOptions(['--name', ''])).toThrow('--name cannot be ""');
});

it('names the options where one is unknown', () => {
  expect(() => readOptions(['--prot', '1'])).toThrow(/'--prot'.*Options: --port, --data-dir/);
});

it('prints each option with what it does on --help', () => {
  expect([['--help'], ['-h']].map((args) => readOptions(args).help)).toEqual([true, true]);
  expect(readOptions([]).help).toBe(false);
  expect(describeOptions()).toMatch(/^ {2}--port <number> +port to listen on/mu);
  expect(describeOptions()).toMatch(/^ {2}--help, -h +print these options$/mu);
});

it('takes the settings that a team needs as options', () => {
  const { team, settings } = readOptions(['--team', '--tls-cert', 'c.pem', '--tls-key', 'k.pem', '--insecure-http']);

  expect(team).toBe(true);
  expect(settings).toEqual({ CAIRN_TLS_CERT_FILE: 'c.pem', CAIRN_TLS_KEY_FILE: 'k.pem', CAIRN_INSECURE_HTTP: 'on' });
});
