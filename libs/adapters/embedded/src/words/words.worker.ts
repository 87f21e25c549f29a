import { parentPort, type MessagePort } from 'node:worker_threads';
import type { Item } from '@cairn/contracts';
import { toWire, type Answer, type Call, type FromThread, type ToThread } from '../sqlite/wire.ts';
import { listingOf } from './listing.ts';
import { packListing, type PackedListing } from './packed-listing.ts';

/** This thread analyses long texts for the writer. It opens no file. */
const port = parentPort as MessagePort;

const listWordsOfItems = (items: readonly Item[], analysers: readonly string[]): PackedListing[][] =>
  items.map((item) => analysers.map((analyser) => packListing(listingOf(item, analyser), analyser)));

function answerCall({ number, args }: Call): void {
  try {
    const result = listWordsOfItems(args[0] as Item[], args[1] as string[]);
    sendAnswer(
      { number, result },
      result.flat().map(({ bytes }) => bytes.buffer),
    );
  } catch (error) {
    sendAnswer({ number, error: toWire(error) });
  }
}

const sendAnswer = (answered: Answer, transfers: readonly ArrayBuffer[] = []) =>
  postToMainThread({ type: 'answers', answers: [answered], notices: [] }, transfers);

function postToMainThread(message: FromThread, transfers: readonly ArrayBuffer[] = []): void {
  port.postMessage(message, transfers);
}

port.on('message', (message: ToThread) => {
  if (message.type === 'open') postToMainThread({ type: 'ready' });
  if (message.type === 'calls') message.calls.forEach(answerCall);
  if (message.type === 'close') port.close();
});
