/** Kinds of memories, the most frequent first. */
export const categories = 'fact decision rule lesson goal person event workflow skill conversation'.split(' ');
