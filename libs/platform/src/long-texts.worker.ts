import { parentPort, type MessagePort } from 'node:worker_threads';
import { maskText } from '@cairn/masking';
import { readNote } from '@cairn/notes';
import { textFeaturesOf } from '@cairn/text';
import type { Outcome } from './text-thread.ts';

/** The thread that reads long texts, and texts that nobody waits for, for the main thread. It opens no files. */
const port = parentPort as MessagePort;

const readings = { maskText, readNote, textFeaturesOf } satisfies Record<string, (...args: never[]) => unknown>;
export type ReadingByName = typeof readings;

/** A request for one reading. */
export interface ReadingOrder {
  readonly name: keyof ReadingByName;
  readonly args: readonly unknown[];
}

function outcomeOf({ name, args }: ReadingOrder): Outcome<unknown> {
  try {
    return { result: (readings[name] as (...given: readonly unknown[]) => unknown)(...args) };
  } catch (error) {
    return { problem: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

port.on('message', (order: ReadingOrder) => port.postMessage(outcomeOf(order)));
