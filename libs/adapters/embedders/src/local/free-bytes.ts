/**
 * Frees the memory of bytes that nobody reads any more. The garbage collector would leave it, since a thread that only
 * waits for texts allocates too little to collect.
 */
export function freeBytes(...views: readonly Uint8Array[]): void {
  for (const buffer of new Set(views.map((view) => view.buffer))) if (buffer instanceof ArrayBuffer) buffer.transfer(0);
}
