import type { ProcessSamples } from '@cairn/contracts';

/** Samples of the work of all processes of an installation. Throws `service/unavailable` on any failure. */
export abstract class SharedSamples {
  /** Replaces what this process shared before. It is kept for 24 hours, also if the process ends. */
  abstract share(own: ProcessSamples): Promise<void>;
  /** Samples that the other processes shared within 24 hours, the latest first, 200 processes at most. */
  abstract read(): Promise<ProcessSamples[]>;
}
