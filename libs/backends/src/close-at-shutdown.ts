import { Logger, type OnApplicationShutdown, type Provider } from '@nestjs/common';

interface Closable {
  close(): Promise<void>;
}

/**
 * Closes objects at shutdown, list after list: each object comes after those that use it. A failure to close one object
 * does not keep the others open.
 */
export function closeAtShutdown(...inOrder: readonly (readonly object[])[]): Provider {
  const parts: OnApplicationShutdown = {
    async onApplicationShutdown() {
      for (const together of inOrder) await Promise.all(together.filter(isClosable).map(closePart));
    },
  };
  return { provide: Symbol('closing'), useValue: parts };
}

const isClosable = (part: object): part is Closable => 'close' in part && typeof part.close === 'function';

async function closePart(part: Closable): Promise<void> {
  try {
    await part.close();
  } catch (error) {
    new Logger('Closing').warn(`${part.constructor.name} did not close: ${String(error)}`);
  }
}
