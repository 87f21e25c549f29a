import type { ServerVariable } from '@cairn/testing';
import type { Machine } from './machine.ts';

/** A kind of server that tests can have for real on their own machine. */
export interface Server {
  readonly name: string;
  /** Where its address is given, or handed to the tests. */
  readonly variable: ServerVariable;
  /** Looks whether it is installed here. Nothing is ever downloaded. */
  find(machine: Machine): Found;
}

/** What can be started, or why it cannot: a sentence that says what to install. */
export type Found = { readonly start: Start } | { readonly missing: string };

/** Starts it on loopback, with its data in the folder, and answers once it serves. Rejects when it does not in time. */
export type Start = (folder: string, port: number) => Promise<Running>;

export interface Running {
  readonly url: string;
  readonly pid: number;
  /** Asks it to end, and kills it when it does not. */
  stop(): Promise<void>;
}
