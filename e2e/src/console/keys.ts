import type { Locator, Page } from 'playwright-core';

/** The most presses of Tab from one element to another on a screen. */
const TABS_MAX = 80;
/** The most frames until a focus is drawn, since borders change their colour within a moment. */
const FRAMES_MAX = 60;

/** Tells whether the element with the focus shows it, by an outline of its own or of its neighbour, or by the border of its field. */
const IS_SEEN = `(() => {
  const active = document.activeElement;
  const probe = document.createElement('span');
  probe.style.color = 'var(--mantine-primary-color-filled)';
  document.body.append(probe);
  const primary = getComputedStyle(probe).color;
  probe.remove();
  const hasOutline = (one) => one && getComputedStyle(one).outlineStyle !== 'none' && getComputedStyle(one).outlineWidth !== '0px';
  const field = active.closest('.mantine-Input-input, .mantine-PillsInput-input') ?? active;
  return [active, active.nextElementSibling, active.parentElement].some(hasOutline) || getComputedStyle(field).borderTopColor === primary;
})()`;

/** A person who has a keyboard and no mouse. */
export class Keys {
  constructor(private readonly page: Page) {}

  /** Presses Tab until an element has the focus, and requires that the focus can be seen. */
  async to(target: Locator): Promise<void> {
    await target.waitFor({ state: 'attached' });
    const hasFocus = () => target.evaluate((element) => element === element.ownerDocument.activeElement);
    for (let presses = 0; !(await hasFocus()); presses += 1) {
      if (presses === TABS_MAX) throw new Error(`Tab does not reach ${String(target)}`);
      await this.page.keyboard.press('Tab');
    }
    for (let frames = 0; !(await this.page.evaluate(IS_SEEN)); frames += 1) {
      if (frames === FRAMES_MAX) throw new Error(`The focus on ${String(target)} cannot be seen`);
      await this.page.evaluate('new Promise((done) => requestAnimationFrame(done))');
    }
  }

  /** Moves to a button or link and presses it. */
  async press(target: Locator, key = 'Enter'): Promise<void> {
    await this.to(target);
    await this.page.keyboard.press(key);
  }

  /** Moves to a field and replaces what it says. */
  async fill(field: Locator, text: string): Promise<void> {
    await this.to(field);
    await this.page.keyboard.press('Control+a');
    await this.page.keyboard.type(text);
  }

  /** Moves to a native selection and types the beginning of an option. */
  async choose(field: Locator, option: string): Promise<void> {
    await this.to(field);
    await this.page.keyboard.type(option);
  }
}
