import type { Tagger } from './words.ts';

/** Loads the tagger and its model once per process, on first use. Loading takes about half a second and 70 MB. */
export const englishTagger = (): Promise<Tagger> => (loaded ??= loadTagger());
let loaded: Promise<Tagger> | undefined;

async function loadTagger(): Promise<Tagger> {
  const [{ default: wink }, { default: model }] = await Promise.all([
    import('wink-nlp'),
    import('wink-eng-lite-web-model'),
  ]);
  const { its, readDoc } = wink(model, ['pos']);
  return (words) => {
    const tokens = readDoc(words.join(' ')).tokens();
    const tags = tokens.out(its.pos);
    return tags.length === words.length ? tags : alignTags(words, { pieces: tokens.out(), tags });
  };
}

/** Aligns the tags with the words. If the tagger cut a word into pieces, the word gets the tag of its last piece. */
function alignTags(
  words: readonly string[],
  { pieces, tags }: { readonly pieces: readonly string[]; readonly tags: readonly string[] },
): string[] {
  let at = 0;
  return words.map((word) => {
    let tag = 'X';
    for (let length = 0; at < pieces.length && length < word.length; at++) {
      length += pieces[at]!.length;
      tag = tags[at]!;
    }
    return tag;
  });
}
