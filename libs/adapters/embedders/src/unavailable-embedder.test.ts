import { UnavailableEmbedder } from './unavailable-embedder.ts';

describe('unavailable embedder', () => {
  it('refuses every text, and says why', async () => {
    const embedder = new UnavailableEmbedder('Switched off by CAIRN_EMBEDDER=none.');

    await expect(embedder.embed(['hello'])).rejects.toMatchObject({ code: 'embedder/unavailable' });
    expect(await embedder.health()).toEqual({ ready: false, problem: 'Switched off by CAIRN_EMBEDDER=none.' });
  });
});
