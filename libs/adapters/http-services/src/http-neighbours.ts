import {
  CairnError,
  routes,
  type PublicService,
  type RouteInput,
  type RouteName,
  type RouteOutput,
} from '@cairn/contracts';
import type { Principal } from '@cairn/domain';
import { Neighbours, type CallOptions } from '@cairn/ports';
import type { RouteClient } from './route-client.ts';

/** Calls services in other processes over HTTP. A call of a route goes to the service that answers that route. */
export class HttpNeighbours extends Neighbours {
  private readonly clients: Readonly<Partial<Record<PublicService, RouteClient>>>;

  constructor(clients: Readonly<Partial<Record<PublicService, RouteClient>>>) {
    super();
    this.clients = clients;
  }

  async call<Name extends RouteName>(
    name: Name,
    principal: Principal,
    input: RouteInput<Name>,
    options?: CallOptions,
  ): Promise<RouteOutput<Name>> {
    const { service } = routes[name];
    const client = this.clients[service];
    if (!client) throw new CairnError('service/unavailable', `This process was not told where ${service} is.`);
    return client.call(name, principal, input, options);
  }

  /** Closes all connections. */
  async close(): Promise<void> {
    await Promise.all(Object.values(this.clients).map((client) => client.close()));
  }
}
