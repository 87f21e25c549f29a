import { localhostAllowedHostnames, localhostAllowedOrigins } from '@modelcontextprotocol/server';

/** Hosts and origins that are allowed in addition to the hosts and origins of this machine. */
export interface AllowedNames {
  /** Host names of the server, without ports, in addition to the names of this machine; `*` allows any name. */
  readonly allowedHosts?: readonly string[];
  /**
   * Origins whose pages may call, such as `https://console.example.org`, in addition to the origins of this machine.
   */
  readonly allowedOrigins?: readonly string[];
}

/**
 * Knows the hosts and origins that may call through a browser, so that no foreign page reaches a server on the reader's
 * own machine.
 */
export class Allowed {
  /** Allowed host names; undefined allows any. */
  readonly hosts: string[] | undefined;
  readonly originHosts: string[];

  constructor({ allowedHosts = [], allowedOrigins = [] }: AllowedNames = {}) {
    this.hosts = allowedHosts.includes('*') ? undefined : [...localhostAllowedHostnames(), ...allowedHosts];
    this.originHosts = [...localhostAllowedOrigins(), ...allowedOrigins.map((origin) => new URL(origin).hostname)];
  }
}
