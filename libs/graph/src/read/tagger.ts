import type { Tagger } from './words.ts';

/** Loads the tagger with its model, some half a second and 70 MB, once a process and only when something is read. */
export const englishTagger = (): Promise<Tagger> => (loaded ??= load());
let loaded: Promise<Tagger> | undefined;

async function load(): Promise<Tagger> {
  const [{ default: wink }, { default: model }] = await Promise.all([
    import('wink-nlp'),
    import('wink-eng-lite-web-model'),
  ]);
  const { its, readDoc } = wink(model, ['pos']);
  return (words) => {
    const tokens = readDoc(words.join(' ')).tokens();
    const [pieces, tags] = [tokens.out(), tokens.out(its.pos)];
    return pieces.length === words.length ? tags : aligned(words, { pieces, tags });
  };
}

/** A word that was cut in pieces has the tag of its last piece. */
function aligned(
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
