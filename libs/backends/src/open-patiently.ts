import { CairnError } from '@cairn/contracts';

const PATIENCE_MS = 30_000;
const PAUSE_MS = 500;

/** Opens a store that may still be on its way up, as when everything starts at once. One that stays away is an error in the end. */
export async function openPatiently<Store>(open: () => Promise<Store>): Promise<Store> {
  const giveUpAt = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await open();
    } catch (error) {
      const isAway = error instanceof CairnError && error.retry;
      if (!isAway || Date.now() > giveUpAt) throw error;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}
