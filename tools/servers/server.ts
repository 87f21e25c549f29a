import type { ServerVariable } from '@cairn/testing';
import type { Machine } from './machine.ts';

/** Kind of server that tests can use on this machine. */
export interface Server {
  readonly name: string;
  /** Variable that holds the server's address. */
  readonly variable: ServerVariable;
  /** Searches for an installation on this machine. Nothing is ever downloaded. */
  find(machine: Machine): Found;
}

/** Function that starts the server, or a sentence about the missing installation. */
export type Found = { readonly start: Start } | { readonly missing: string };

/** Starts the server on loopback with data in the folder. Resolves when it is ready; rejects after the time limit. */
export type Start = (folder: string, port: number) => Promise<Running>;

export interface Running {
  readonly url: string;
  readonly pid: number;
  /** Stops the server, and kills it if that takes too long. */
  stop(): Promise<void>;
}
