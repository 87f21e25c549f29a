/** Failure of an import or a sync that the person who started it can repair. The message names the fault and the remedy. */
export class TransferFailure extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'TransferFailure';
  }
}
