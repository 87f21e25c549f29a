import { Injectable } from '@nestjs/common';
import type { Handoff, Message, PrincipalId, WakeRequest } from '@cairn/contracts';
import { scopeOf, sharedChannelFor, demoFilterFor, type Filter, type Principal, type Scope } from '@cairn/domain';
import { Uses } from '@cairn/platform';
import { ItemReader } from '@cairn/ports';
import { briefings, type Briefings } from '@cairn/store';
import { sessionHandoffOf } from './session-handoff.ts';

/** Least number of messages of a session that has a hand-off. */
const MESSAGES_MIN = 21;
/**
 * Number of messages that are read from the beginning of a session, where its task is named; `LAST_MESSAGES` is the
 * number of messages that are read from its end.
 */
const FIRST_MESSAGES = 10;
const LAST_MESSAGES = 300;

type Asked = Pick<WakeRequest, 'channel' | 'project' | 'sessionKey'>;

type Place = Pick<Asked, 'channel' | 'project'>;

const isAnywhere = ({ channel, project }: Place): boolean => channel === undefined && project === undefined;

/**
 * Lists the places in which the session of a call is searched, in this order. Transcripts without a project are stored
 * in the channel of their checkout, which is the last part of the project's name.
 */
function placesOf({ channel, project }: Place): readonly Place[] {
  if (channel !== undefined || project === undefined) return [{ channel }];
  return [{ project }, { channel: project.split('/').at(-1) }];
}

/**
 * Makes hand-offs at the time of the question, from the messages of sessions within the scope. A hand-off is never
 * stored.
 */
@Injectable()
export class Handoffs {
  constructor(
    private readonly items: ItemReader,
    @Uses(briefings) private readonly briefings: Briefings,
  ) {}

  /**
   * Finds the last long session before the present session. Within a channel or project, the session may be of anybody;
   * otherwise it is of the caller or of another agent of the same owner. Returns null if there is no such session.
   */
  async last(principal: Principal, { sessionKey, ...asked }: Asked): Promise<Handoff | null> {
    const agents = await this.agentsBeside(principal);
    const places = placesOf(asked);
    for (const { channel, ...place } of places) {
      const scope = scopeOf({ ...principal, agents }, channel);
      const filter = { kind: 'message', channel, ...place, sharedRoom: sharedChannelFor(scope, channel) } as const;
      const found = await this.briefings.lastLongSession({
        ...{ scope, filter: { ...filter, ...demoFilterFor(channel) }, except: sessionKey, messages: MESSAGES_MIN },
        writers: isAnywhere(asked) ? [...new Set([scope.principalId, ...agents])] : undefined,
      });
      if (found) return this.read(scope, found.sessionKey);
    }
    return null;
  }

  /** Makes the hand-off of one session, however short it is; null if the scope sees none of its messages. */
  async ofSession(
    principal: Principal,
    { channel, sessionKey }: Asked & { sessionKey: string },
  ): Promise<Handoff | null> {
    return this.read(scopeOf(principal, channel), sessionKey);
  }

  /**
   * Returns the agents of the same owner, whose private sessions a call may read. Returns no agents if the call asks
   * for the private items of one principal.
   */
  private async agentsBeside(principal: Principal): Promise<readonly PrincipalId[]> {
    const { orgId, principalId, ownerId = principalId, privateOf } = principal;
    return privateOf === undefined ? this.briefings.agentsOf({ orgId, ownerId }) : [];
  }

  private async read(scope: Scope, sessionKey: string): Promise<Handoff | null> {
    const filter: MessageFilter = { kind: 'message', sessionKey };
    const [first, last] = await Promise.all([
      this.items.list(scope, filter, { order: 'oldest', limit: FIRST_MESSAGES }),
      this.items.recent(scope, filter, LAST_MESSAGES),
    ]);
    const byId = new Map([...(first as Message[]), ...last].map((message) => [message.id, message]));
    return sessionHandoffOf(sessionKey, [...byId.values()]);
  }
}

type MessageFilter = Filter & { readonly kind: 'message' };
