/** What a service needs to work. Readiness asks each part; liveness asks none. */
export abstract class Readiness {
  abstract parts(): Promise<{ name: string; ready: boolean; problem?: string | undefined }[]>;
}
