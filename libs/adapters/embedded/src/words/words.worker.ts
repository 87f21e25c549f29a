import { parentPort, type MessagePort } from 'node:worker_threads';
import type { Item } from '@cairn/contracts';
import { toWire, type Answer, type Call, type FromThread, type ToThread } from '../sqlite/wire.ts';
import { listingOf } from './listing.ts';
import { pack, type PackedListing } from './packed-listing.ts';

/** This thread analyses long texts for the writer. It opens no file. */
const port = parentPort as MessagePort;

const list = (items: readonly Item[], analysers: readonly string[]): PackedListing[][] =>
  items.map((item) => analysers.map((analyser) => pack(listingOf(item, analyser), analyser)));

function answer({ number, args }: Call): void {
  try {
    const result = list(args[0] as Item[], args[1] as string[]);
    send(
      { number, result },
      result.flat().map(({ bytes }) => bytes.buffer),
    );
  } catch (error) {
    send({ number, error: toWire(error) });
  }
}

const send = (answered: Answer, transfers: readonly ArrayBuffer[] = []) =>
  post({ type: 'answers', answers: [answered], notices: [] }, transfers);

function post(message: FromThread, transfers: readonly ArrayBuffer[] = []): void {
  port.postMessage(message, transfers);
}

port.on('message', (message: ToThread) => {
  if (message.type === 'open') post({ type: 'ready' });
  if (message.type === 'call') answer(message.call);
  if (message.type === 'close') port.close();
});
