import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { answerError } from './error-answer.ts';

/** The only place that turns an exception into an HTTP answer. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    answerError(error, http.getRequest(), http.getResponse());
  }
}
