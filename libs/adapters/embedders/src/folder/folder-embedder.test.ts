import { embedderContract } from '@cairn/testing';
import { BundledEmbedder } from '../bundled/bundled-embedder.ts';
import { cosineOf } from '../bundled/self-test.ts';
import { FolderEmbedder, type FolderEmbedderOptions } from './folder-embedder.ts';
import { folderOf, miniLmFiles, TINY_DIMS, tinyModel, tokenizer, type Files } from './model-folder.fixture.ts';

const miniLm = miniLmFiles();
const open: FolderEmbedder[] = [];
const embedderOf = (files: Files, options: Partial<FolderEmbedderOptions> = {}): FolderEmbedder => {
  const embedder = new FolderEmbedder({ dir: folderOf(files), ...options });
  open.push(embedder);
  return embedder;
};

afterAll(() => Promise.all(open.map((embedder) => embedder.close())));

embedderContract('a model folder', async () => ({ embedder: embedderOf(miniLm), close: async () => undefined }), {
  hasTokens: false,
});

const vectorOf = async (
  embedder: FolderEmbedder | BundledEmbedder,
  text: string,
  kind: 'query' | 'document' = 'query',
) => (await embedder.embed([text], kind))[0]!.vector;

describe('a model folder', () => {
  const text = 'Zoë: who decided that we keep the queue in Redis, and not in 東京?';

  it('gives the vectors that the same weights give when they ship with the product', async () => {
    const bundled = new BundledEmbedder({ forms: ['fp32'] });
    const expected = await vectorOf(bundled, text);
    await bundled.close();

    expect(cosineOf(await vectorOf(embedderOf(miniLm), text), expected)).toBeGreaterThan(0.99999);
  });

  it('takes pooling, length and prompts from the usual files, and is another model then', async () => {
    const plain = embedderOf(miniLm);
    const { 'model.onnx': model, ...rest } = miniLm;
    const files: Files = {
      ...rest,
      'onnx/model.onnx': model,
      'modules.json': [
        { type: 'sentence_transformers.models.Transformer', path: '' },
        { type: 'sentence_transformers.models.Pooling', path: '1_Pooling' },
        { type: 'sentence_transformers.models.Normalize', path: '2_Normalize' },
      ],
      '1_Pooling/config.json': { pooling_mode_cls_token: true, pooling_mode_mean_tokens: false },
      'sentence_bert_config.json': { max_seq_length: 64 },
      'tokenizer_config.json': { model_max_length: 1e30 },
      'config_sentence_transformers.json': { prompts: { query: 'query: ', passage: 'passage: ' } },
    };
    const variant = embedderOf(files);
    const byMean = embedderOf({ ...files, '1_Pooling/config.json': { pooling_mode_mean_tokens: true } });
    const long = await variant.embed(['word '.repeat(60), 'word '.repeat(61)], 'document');

    expect([plain.maxTokens, variant.maxTokens, variant.dims]).toEqual([256, 64, 384]);
    expect(variant.modelId).toMatch(/^bert@[0-9a-f]{8}\/384\/cls\/[0-9a-f]{8}\/v1$/);
    expect(new Set([plain, variant, byMean].map(({ modelId }) => modelId)).size).toBe(3);
    expect(long.map(({ truncated }) => truncated)).toEqual([false, true]);
    expect(cosineOf(await vectorOf(byMean, text), await vectorOf(plain, `query: ${text}`))).toBeGreaterThan(0.99999);
    expect(
      cosineOf(await vectorOf(byMean, text, 'document'), await vectorOf(plain, `passage: ${text}`)),
    ).toBeGreaterThan(0.99999);
    expect(cosineOf(await vectorOf(variant, text), await vectorOf(byMean, text))).toBeLessThan(0.9);
  });

  it('lets the settings say prefixes and a smaller length', async () => {
    const files = { ...miniLm, 'config_sentence_transformers.json': { prompts: { query: 'of the file: ' } } };
    const set = embedderOf(files, { queryPrefix: 'search: ', maxTokens: 32, cosineNone: 0.7, cosineFull: 0.9 });

    expect([set.maxTokens, set.scale.cosineNone, set.scale.cosineFull]).toEqual([32, 0.7, 0.9]);
    expect(cosineOf(await vectorOf(set, 'a'), await vectorOf(embedderOf(miniLm), 'search: a'))).toBeGreaterThan(
      0.99999,
    );
    expect(() => embedderOf(miniLm, { maxTokens: 512 })).toThrow('reads at most 256 tokens, as its files say; 512 are');
  });

  it('feeds the usual inputs, and takes one vector of the whole text where the file gives it', async () => {
    const config = { 'config.json': { hidden_size: TINY_DIMS }, 'tokenizer.json': tokenizer() };
    const pooledHere = embedderOf({ ...config, 'model.onnx': tinyModel('last_hidden_state') });
    const pooledThere = embedderOf({
      ...config,
      'config.json': { hidden_size: 4 },
      'model.onnx': tinyModel('sentence_embedding'),
      'modules.json': [{ type: 'sentence_transformers.models.Dense', path: '2_Dense' }],
      '2_Dense/config.json': { out_features: TINY_DIMS },
    });

    const [here, there] = [await vectorOf(pooledHere, text), await vectorOf(pooledThere, text)];

    expect(pooledHere.maxTokens).toBe(512);
    expect(cosineOf(here, there)).toBeGreaterThan(0.99999);
    expect(cosineOf(here, await vectorOf(pooledHere, 'something else altogether'))).toBeLessThan(0.99);
  });

  it('moves and keeps its name', () => {
    expect(embedderOf(miniLm).modelId).toBe(embedderOf(miniLm).modelId);
  });
});

describe('a model folder that cannot be used', () => {
  const tiny = { 'config.json': { hidden_size: TINY_DIMS }, 'tokenizer.json': tokenizer() };
  const whole = { ...tiny, 'model.onnx': tinyModel('last_hidden_state') };
  const dense = { 'modules.json': [{ type: 'models.Dense', path: '2_Dense' }] };

  it.each<[string, Files, string]>([
    ['nothing in it', {}, 'it lacks config.json and tokenizer.json and model.onnx or onnx/model.onnx'],
    ['no tokenizer', { 'config.json': {}, 'model.onnx': Buffer.of(1) }, 'it lacks tokenizer.json'],
    ['no dimensions', { ...whole, 'config.json': {} }, 'its config.json has no hidden_size'],
    ['a broken file', { ...whole, 'config.json': Buffer.from('{') }, 'its config.json cannot be read: SyntaxError'],
    ['no number', { ...whole, 'config.json': { hidden_size: 'x' } }, 'its config.json cannot be read: hidden_size: '],
    ['a layer without its file', { ...whole, ...dense }, 'its 2_Dense/config.json cannot be read'],
    [
      'another pooling',
      { ...whole, '1_Pooling/config.json': { pooling_mode_weightedmean_tokens: true } },
      'its 1_Pooling/config.json asks for pooling_mode_weightedmean_tokens; known is one of mean, cls, lasttoken, max',
    ],
    ['another tokenizer', { ...whole, 'tokenizer.json': { model: { type: 'Own' } } }, 'its tokenizer.json'],
  ])('is refused as a setting: %s', (_, files, why) => {
    expect(() => embedderOf(files)).toThrow(
      expect.objectContaining({ code: 'config/invalid', message: expect.stringContaining(why) }),
    );
  });

  it('is refused when it is not there', () => {
    expect(() => new FolderEmbedder({ dir: '/no/such/folder' })).toThrow(
      'The model folder /no/such/folder cannot be used: it does not exist.',
    );
  });

  it.each<[string, Files, string]>([
    ['bytes that are no model', { ...whole, 'model.onnx': Buffer.from('no model') }, 'onnx'],
    ['other outputs', { ...whole, 'model.onnx': tinyModel('logits') }, 'It gives logits; one of sentence_embedding'],
    ['other dimensions', { ...whole, 'config.json': { hidden_size: 16 } }, 'last_hidden_state has 32 numbers for 1'],
    [
      'a layer behind the pooling',
      { ...whole, ...dense, '2_Dense/config.json': { out_features: 32 } },
      'modules.json names Dense, so the file must give sentence_embedding; it gives last_hidden_state',
    ],
  ])('is away, and says why: %s', async (_, files, why) => {
    const embedder = embedderOf(files);

    expect(await embedder.health()).toEqual({ ready: false, problem: expect.stringContaining(why) });
    await expect(embedder.embed(['x'], 'query')).rejects.toMatchObject({ code: 'embedder/unavailable' });
  });
});
