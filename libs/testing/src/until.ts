const CHECK_INTERVAL_MS = 5;

/** Waits for a condition, at most fifteen seconds by default. */
export async function until(condition: () => boolean | Promise<boolean>, limitMs = 15_000): Promise<void> {
  for (const end = Date.now() + limitMs; !(await condition());) {
    if (Date.now() > end) throw new Error(`not within ${limitMs} ms: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, CHECK_INTERVAL_MS));
  }
}
