import { NestFactory } from '@nestjs/core';
import { closeAtShutdown } from './close-at-shutdown.ts';

it('closes what stands on a store before the store, whatever fails', async () => {
  const closed: string[] = [];
  const part = (name: string, fails = false) => ({
    close: async () => {
      await Promise.resolve();
      closed.push(name);
      if (fails) throw new Error(`${name} hangs`);
    },
  });
  class Backend {}
  const module = {
    module: Backend,
    providers: [closeAtShutdown([part('index', true), {}, part('queues')], [part('pool')])],
  };

  await (await NestFactory.createApplicationContext(module, { logger: false })).close();

  expect(closed).toEqual(['index', 'queues', 'pool']);
});
