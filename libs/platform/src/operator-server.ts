import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import Fastify from 'fastify';
import { answerError } from './error-answer.ts';
import { HealthOfProcess } from './health.ts';
import { Metrics } from './metrics.ts';

/**
 * A second HTTP server, for the operator of the process: metrics, and the health of each part. It requires no key, so the
 * network must restrict access.
 */
@Injectable()
export class OperatorServer implements OnApplicationShutdown {
  private readonly server = Fastify({ forceCloseConnections: true });
  private readonly log = new Logger('OperatorServer');

  constructor(health: HealthOfProcess, metrics: Metrics) {
    this.server.setErrorHandler(answerError);
    this.server.get('/healthz', () => ({ status: 'ok' }));
    this.server.get('/readyz', async (_, reply) => {
      const answer = await health.now();
      return reply.status(answer.ready ? 200 : 503).send(answer);
    });
    this.server.get('/metrics', async (_, reply) => reply.type(metrics.contentType).send(await metrics.text()));
  }

  async listen(host: string, port: number): Promise<void> {
    const url = await this.server.listen({ host, port });
    this.log.log({ url }, 'metrics');
  }

  async onApplicationShutdown(): Promise<void> {
    await this.server.close();
  }
}
