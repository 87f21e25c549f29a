/** A relation in words: `depends_on` is `depends on`. */
export const wordsOfRelation = (type: string): string => type.replaceAll('_', ' ');
