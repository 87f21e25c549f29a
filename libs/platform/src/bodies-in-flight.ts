import { CairnError, type ErrorCode } from '@cairn/contracts';

/**
 * The caller for whom a body is counted. The address of another service is not counted, since that service sends on
 * behalf of many callers.
 */
export interface BodyOwner {
  readonly keyId: string | undefined;
  readonly address: string | undefined;
}

/** The memory that a request's body takes; released once the request is answered. */
export interface HeldBody {
  /** Counts received bytes. Throws `bodies/of-address`, `bodies/of-key` or `bodies/of-process` if a limit is exceeded. */
  grow(bytes: number): void;
  release(): void;
}

interface Share {
  readonly name: string;
  readonly bytesMax: number;
  readonly code: ErrorCode;
  readonly whose: string;
}

/**
 * Limits the bytes of request bodies in this process in total. One key or one address may take up to half of this
 * limit.
 */
export class BodiesInFlight {
  private readonly bytesByShare = new Map<string, number>();

  constructor(private readonly bytesMax: number) {}

  get bytes(): number {
    return this.bytesByShare.get(PROCESS_SHARE_NAME) ?? 0;
  }

  hold(owner: BodyOwner): HeldBody {
    const shares = this.sharesOf(owner);
    let held = 0;
    const add = (bytes: number) => {
      for (const { name } of shares) this.add(name, bytes);
      held += bytes;
    };
    return {
      grow: (bytes) => {
        for (const share of shares) this.requireRoom(share, bytes);
        add(bytes);
      },
      release: () => add(-held),
    };
  }

  private sharesOf({ keyId, address }: BodyOwner): Share[] {
    const half = Math.floor(this.bytesMax / 2);
    const process: Share = {
      name: PROCESS_SHARE_NAME,
      bytesMax: this.bytesMax,
      code: 'bodies/of-process',
      whose: 'this server',
    };
    return [
      ...(address === undefined ? [] : [createShare(`address ${address}`, half, 'bodies/of-address', 'this address')]),
      ...(keyId === undefined ? [] : [createShare(`key ${keyId}`, half, 'bodies/of-key', 'this key')]),
      process,
    ];
  }

  private requireRoom({ name, bytesMax, code, whose }: Share, bytes: number): void {
    const held = this.bytesByShare.get(name) ?? 0;
    if (held + bytes <= bytesMax) return;
    const message = `Unanswered request bodies of ${whose} hold ${held} bytes; ${bytes} more would pass ${bytesMax}.`;
    throw new CairnError(code, message);
  }

  private add(name: string, bytes: number): void {
    const held = (this.bytesByShare.get(name) ?? 0) + bytes;
    if (held > 0) this.bytesByShare.set(name, held);
    else this.bytesByShare.delete(name);
  }
}

const PROCESS_SHARE_NAME = 'process';

const createShare = (name: string, bytesMax: number, code: ErrorCode, whose: string): Share => ({
  name,
  bytesMax,
  code,
  whose,
});
