import type { Server } from 'node:http';

const CHECKS_PER_IDLE_TIME = 5;

/**
 * Calls `stop` once the server has been idle for `seconds`: no request arrived, and no answer is pending. A program
 * that needs the server polls it, so that it is not idle.
 */
export function stopWhenIdle(server: Server, seconds: number, stop: () => void): void {
  let underWay = 0;
  let lastAt = Date.now();
  server.on('request', (_, response) => {
    underWay++;
    response.once('close', () => {
      underWay--;
      lastAt = Date.now();
    });
  });
  const look = () => underWay === 0 && Date.now() - lastAt >= seconds * 1000 && stop();
  setInterval(look, (seconds * 1000) / CHECKS_PER_IDLE_TIME).unref();
}
