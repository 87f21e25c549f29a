import { readOptions } from './options.ts';

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
