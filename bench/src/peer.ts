import type { MessageInput } from '@cairn/contracts';

/** Source of a system's vectors: the model of the run, a model of its own, or none, so that it finds words only. */
export type Vectors = 'shared' | 'own' | 'none';

/** Item that every system of `bench:peers` stores. */
export interface PeerItem {
  readonly id: string;
  /** Its day, speaker and words, in one line: the same text for every system. */
  readonly text: string;
  /** The same item with its conversation and time in fields, for a system that has them. */
  readonly message: MessageInput;
}

export interface PeerAnswer {
  /** Item ids, the best first. */
  readonly ids: readonly string[];
  /** Answer as an agent reads it. */
  readonly text: string;
}

/** System that runs and can be filled and asked. */
export interface RunningPeer {
  /** Root of the process tree whose memory and processor time count; undefined if it is unknown. */
  readonly pid: number | undefined;
  /** Source of its vectors if it is another than it has on most machines. */
  readonly vectors?: Vectors;
  /** Stores a batch; resolves when it is stored. */
  add(items: readonly PeerItem[]): Promise<void>;
  /** Resolves when everything that was added can be found. */
  settle(): Promise<void>;
  ask(query: string, limit: number): Promise<PeerAnswer>;
  close(): Promise<void>;
}

/** Packages that a system needs, with their versions. */
export interface PeerPackages {
  readonly from: 'npm' | 'PyPI';
  /** Name and version, such as `sqlite-vec@0.1.9` or `chromadb==1.5.9`; the system itself comes first. */
  readonly packages: readonly [string, ...string[]];
  /** True to leave out npm packages that others of these want beside them. */
  readonly withoutPeers?: boolean;
  /** Least minor version of Python 3. */
  readonly python?: number;
}

export interface PeerContext {
  /** Empty folder for its data. */
  readonly dataDir: string;
  /** Folder into which its packages are installed; empty for Cairn. */
  readonly packagesDir: string;
  /** OpenAI-compatible address of the embedding model, up to and without `/embeddings`. */
  readonly modelUrl: string;
}

export interface Peer {
  readonly name: string;
  /** Undefined for Cairn, which is built already. */
  readonly needs: PeerPackages | undefined;
  readonly vectors: Vectors;
  /** Items in one call of its interface. */
  readonly batch: number;
  /** Facts that a reader has to know before they compare its figures. */
  readonly note: string;
  start(context: PeerContext): Promise<RunningPeer>;
}

/** Model that all systems share if they let one choose. */
export const SHARED_MODEL = { name: 'all-MiniLM-L6-v2', dims: 384 } as const;
