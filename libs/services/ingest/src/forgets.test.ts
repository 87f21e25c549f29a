import { aPrincipal } from '@cairn/testing';
import { ForgetsController } from './forgets.controller.ts';

it('refuses an identifier that names nothing, or that has too many forms to search for each in every text', async () => {
  const caller = aPrincipal();
  const reach = { of: () => Promise.resolve(caller) };
  const controller = new ForgetsController({} as never, {} as never, {} as never, reach as never);
  const ask = (identifier: string) =>
    controller.forgetMany(caller, { body: { identifier, lineage: false, confirm: false } } as never);
  const refusal = (message: string) => ({
    code: 'request/invalid',
    issues: [{ field: 'identifier', message: expect.stringContaining(message) as string }],
  });

  await expect(ask('the old card of the depot')).rejects.toMatchObject(refusal('names no address'));
  await expect(ask('a1b|a2b|a3b|a4b|a5b|a6b|a7b|a8b|a9b')).rejects.toMatchObject(refusal('more than 8 forms'));
});
