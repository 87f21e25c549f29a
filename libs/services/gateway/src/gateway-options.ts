import type { ConsoleClient } from './console/company-sign-in.ts';
import { localhostAllowedHostnames, localhostAllowedOrigins } from '@modelcontextprotocol/server';

export interface GatewayOptions {
  /** Host names under which the server is called, beside this machine's own; `*` for any. Without ports. */
  readonly allowedHosts?: readonly string[];
  /** Origins whose pages may call, such as `https://console.example.org`, beside those of this machine. */
  readonly allowedOrigins?: readonly string[];
  /** Where the built console lies; beside the bundles unless told. */
  readonly consoleFolder?: string | undefined;
  /** Where people sign in to the console with the company's identity. */
  readonly consoleClient?: ConsoleClient | undefined;
}

/** Who may call through a browser: it keeps a foreign page from reaching a server on the reader's own machine. */
export class Allowed {
  /** Undefined means any. */
  readonly hosts: string[] | undefined;
  readonly originHosts: string[];

  constructor({ allowedHosts = [], allowedOrigins = [] }: GatewayOptions = {}) {
    this.hosts = allowedHosts.includes('*') ? undefined : [...localhostAllowedHostnames(), ...allowedHosts];
    this.originHosts = [...localhostAllowedOrigins(), ...allowedOrigins.map((origin) => new URL(origin).hostname)];
  }
}
