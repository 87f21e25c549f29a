import type { Embedder, Embedding } from '@cairn/ports';

export interface EmbedderUnderTest {
  readonly embedder: Embedder;
  close(): Promise<void>;
}

const oddTexts = [
  '',
  ' \t\n ',
  '\0\uFFFD\u200B',
  '\uD800 lone surrogate \uDC00',
  '👩‍👩‍👧‍👦 🇨🇭 🏳️‍🌈',
  '東京タワーはどこですか',
  'ตัวอย่างภาษาไทย',
  'Ｆｕｌｌｗｉｄｔｈ Å Å ﬁ İ ẞ',
  'مرحبا بالعالم',
  'e' + '\u0301'.repeat(500),
  'x'.repeat(3_000),
];

/** The contract suite of embedders. `hasTokens` says whether the embedder returns token bits for the late interaction. */
export function embedderContract(
  adapter: string,
  make: () => Promise<EmbedderUnderTest>,
  { hasTokens }: { readonly hasTokens: boolean },
): void {
  describe(`embedder contract: ${adapter}`, () => {
    let underTest: EmbedderUnderTest;
    let embedder: Embedder;

    beforeAll(async () => {
      underTest = await make();
      embedder = underTest.embedder;
    });

    afterAll(async () => underTest.close());

    const embedOne = async (text: string, kind: 'query' | 'document' = 'document'): Promise<Embedding> => {
      const [embedding] = await embedder.embed([text], kind);
      return embedding!;
    };

    const expectSound = (embedding: Embedding): void => {
      expect(embedding.vector).toHaveLength(embedder.dims);
      expect(Math.abs(lengthOf(embedding.vector) - 1)).toBeLessThan(1e-5);
    };

    it('says what it is', () => {
      expect(embedder.modelId).not.toBe('');
      expect(embedder.dims).toBeGreaterThan(0);
      expect(embedder.maxTokens).toBeGreaterThan(0);
      expect(embedder.scale.maxSimFull).toBeGreaterThan(embedder.scale.maxSimNone);
    });

    it('is ready', async () => {
      expect((await embedder.health()).ready).toBe(true);
    });

    it('gives one unit vector a text, in the order of the texts', async () => {
      const texts = [
        'the build is red',
        'lunch at noon',
        'rotate the signing key',
        'a much longer sentence about the quarterly plan',
      ];

      const together = await embedder.embed(texts, 'document');

      expect(together).toHaveLength(texts.length);
      together.forEach(expectSound);
      const apart = await Promise.all(texts.map((text) => embedOne(text)));
      expect(together.map(bytesOf)).toEqual(apart.map(bytesOf));
    });

    it('gives the same bits for the same text, alone and among others', async () => {
      const text = 'we renamed the billing service to ledger';

      const alone = await embedOne(text);
      const amongOthers = await embedder.embed([text.repeat(5), text, 'short', text], 'document');

      expect(bytesOf(amongOthers[1]!)).toBe(bytesOf(alone));
      expect(bytesOf(amongOthers[3]!)).toBe(bytesOf(alone));
    });

    it('answers an empty list with an empty list', async () => {
      expect(await embedder.embed([], 'query')).toEqual([]);
    });

    it('says when a text is cut, and only then', async () => {
      const long = 'many words in a row '.repeat(embedder.maxTokens);

      const [cut, whole] = await embedder.embed([long, 'a few words'], 'document');

      expectSound(cut!);
      expect(cut!.truncated).toBe(true);
      expect(whole!.truncated).toBe(false);
      expect(embedder.countTokens(long)).toBeGreaterThan(embedder.maxTokens);
      expect(embedder.countTokens('a few words')).toBeLessThanOrEqual(embedder.maxTokens);
    });

    it.each(oddTexts)('embeds odd text %#: %j', async (text) => {
      expectSound(await embedOne(text));
      expect(embedder.countTokens(text)).toBeGreaterThan(0);
    });

    it('embeds queries and documents', async () => {
      expectSound(await embedOne('who owns the parser?', 'query'));
      expectSound(await embedOne('Mara owns the parser.', 'document'));
    });

    it('keeps twenty calls at once apart', async () => {
      const texts = Array.from({ length: 20 }, (_, at) => `note ${at}: the value of setting ${at} is ${at * 7}`);

      const answers = await Promise.all(texts.map((text, at) => embedOne(text, at % 2 ? 'query' : 'document')));

      answers.forEach(expectSound);
      expect(new Set(answers.map(bytesOf)).size).toBe(texts.length);
      const again = await embedOne(texts[7]!, 'query');
      expect(bytesOf(again)).toBe(bytesOf(answers[7]!));
    });

    it(hasTokens ? 'gives sign bits and ids of each token' : 'gives no tokens', async () => {
      for (const kind of ['query', 'document'] as const) {
        const { tokens } = await embedOne('deploy freeze on Friday', kind);
        if (!hasTokens) {
          expect(tokens).toBeUndefined();
          continue;
        }
        expect(tokens!.ids.length).toBeGreaterThanOrEqual(4);
        expect(tokens!.bits).toHaveLength((tokens!.ids.length * tokens!.dims) / 32);
        expect(Array.from(tokens!.ids, (id) => embedder.tokenWeight(id)).every((weight) => weight >= 0)).toBe(true);
      }
    });
  });
}

function lengthOf(vector: Float32Array): number {
  return Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0));
}

/** The bytes of an embedding's vector and token bits, for an exact comparison. */
function bytesOf({ vector, tokens }: Embedding): string {
  const runs = tokens ? [vector, tokens.bits, tokens.ids] : [vector];
  return runs.map((run) => Buffer.from(run.buffer, run.byteOffset, run.byteLength).toString('base64')).join(' ');
}
