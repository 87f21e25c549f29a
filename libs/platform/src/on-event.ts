import {
  patternOf,
  type EventName,
  type EventPattern,
  type Payload,
  type Subscriber,
  type SubscriberOf,
} from '@cairn/contracts';
import type { CONTINUE_RESULT } from '@cairn/ports';
import { applyDecorators, Catch, SetMetadata, UseFilters, UseInterceptors, type ExceptionFilter } from '@nestjs/common';
import { EventPattern as NestEventPattern } from '@nestjs/microservices';
import { throwError, type Observable } from 'rxjs';
import { ObserveEvents } from './observe-events.ts';

export const HANDLED_PATTERN = 'cairn:event';

type Handler<Name extends EventName> = (payload: Payload<Name>) => Promise<void | typeof CONTINUE_RESULT>;

/**
 * Passes the failure on unchanged. Nest would replace it by "Internal server error", and the transport could not decide
 * from this text whether to retry.
 */
@Catch()
class FailureAsItIs implements ExceptionFilter {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}

/**
 * Marks a controller's method as the handler of an event for one subscriber. Handlers must be idempotent, since an event
 * may arrive twice. Returning `CONTINUE_RESULT` reports partial work. An error is retried, unless it is a `CairnError` that
 * excludes retries.
 */
export const OnEvent =
  <Name extends EventName>(event: Name, subscriber: SubscriberOf<Name> & Subscriber) =>
  <Handles extends Handler<Name>>(
    target: object,
    method: string,
    descriptor: TypedPropertyDescriptor<Handles>,
  ): void => {
    const pattern: EventPattern = patternOf(event, subscriber);
    const listen = NestEventPattern(pattern) as MethodDecorator;
    const marked = SetMetadata(HANDLED_PATTERN, pattern);
    applyDecorators(
      listen,
      marked,
      UseInterceptors(ObserveEvents),
      UseFilters(FailureAsItIs),
    )(target, method, descriptor);
  };
