interface Entry {
  readonly path: string;
  readonly version: number;
  readonly chars: number;
}

interface Refused {
  readonly code: string;
  readonly message: string;
}

interface Place {
  readonly workspace?: string;
  readonly path: string;
}

interface Page {
  readonly workspace?: string;
  readonly prefix: string;
  readonly after?: string;
}

/** The routes of notes that the stores call. `CairnClient` has them. */
export interface Notes {
  getNote(input: { query: Place }): Promise<Entry & { readonly text: string }>;
  putNote(input: { body: Place & { text: string; expectedVersion?: number } }): Promise<unknown>;
  renameNote(input: { body: Place & { newPath: string } }): Promise<unknown>;
  removeNote(input: { query: Place }): Promise<unknown>;
  removeNotes(input: {
    body: Page;
  }): Promise<{ results: readonly { path: string; error?: Refused }[]; nextAfter: string | null }>;
  listNotes(input: { query: Page }): Promise<{ notes: readonly Entry[]; nextAfter: string | null }>;
}

/** The code of a refusal by the server; undefined for any other failure. */
export const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
