import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import { answerError } from './error-answer.ts';

/** The only place that turns an exception into an HTTP answer. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  async catch(error: unknown, host: ArgumentsHost): Promise<void> {
    const http = host.switchToHttp();
    await answerError(error, http.getRequest(), http.getResponse());
  }
}
