import { fillDefaults, plainConnection } from './connection.ts';
import { tools } from './tools/all.ts';

test.each([
  ['crystal_recall', { project: 'acme/pay' }],
  ['crystal_why_did_we', { project: 'acme/pay' }],
  ['crystal_what_do_i_know', { project: 'acme/pay' }],
  ['crystal_wake', { project: 'acme/pay' }],
  ['crystal_remember', { project: 'acme/pay' }],
  ['crystal_update', {}],
  ['crystal_supersede', {}],
])('the project of a connection is a default of %s unless the call changes a stored memory', (name, filled) => {
  const tool = tools.find((one) => one.name === name)!;
  const connection = { ...plainConnection, defaults: { project: 'acme/pay' } };

  expect(fillDefaults(tool, connection, {})).toEqual(filled);
});
