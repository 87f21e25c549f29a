/** Runs an action once, at the next pull after it was armed. */
export class Trigger {
  private action: (() => void) | undefined;

  arm(action: () => void): void {
    this.action = action;
  }

  pull(): void {
    const { action } = this;
    this.action = undefined;
    action?.();
  }
}
