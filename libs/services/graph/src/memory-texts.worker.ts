import { parentPort, type MessagePort } from 'node:worker_threads';
import type { Statement } from '@cairn/contracts';
import { englishReader, type ReadableText } from '@cairn/graph';
import type { Outcome } from '@cairn/platform';

/** The thread that reads the relations in memories while an import runs. It opens no files but the tagger's model. */
const port = parentPort as MessagePort;

async function outcomeOf(text: ReadableText): Promise<Outcome<Statement[]>> {
  try {
    const read = await englishReader();
    return { result: read(text) };
  } catch (error) {
    return { problem: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

port.on('message', (text: ReadableText) => {
  void outcomeOf(text).then((outcome) => port.postMessage(outcome));
});
