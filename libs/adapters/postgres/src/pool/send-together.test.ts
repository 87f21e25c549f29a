import { Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { PoolClient } from 'pg';
import { sendTogether } from './send-together.ts';

it('makes one packet of what is written in one turn, also after awaits, and another of what follows', async () => {
  const packets: string[] = [];
  const stream = new Writable({
    decodeStrings: false,
    writev: (chunks, done) => {
      packets.push(chunks.map(({ chunk }) => String(chunk)).join(' '));
      done();
    },
  });
  const client = { connection: { stream } } as unknown as PoolClient;
  const send = (text: string) => {
    sendTogether(client);
    stream.write(text);
  };

  await nextTurn();
  send('begin');
  await Promise.resolve();
  send('select');
  await nextTurn();
  send('commit');
  await nextTurn();

  expect(packets).toEqual(['begin select', 'commit']);
});
