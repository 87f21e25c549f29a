import type { Page } from 'playwright-core';

/** Height in pixels in which 18 rows of a list fit. */
const LIST_PX = 800;
const ROWS = 18;

/** Requires that 18 rows of a list would fit in 800 pixels, by the height of its highest row. */
export async function expectDenseRows(page: Page, label: string): Promise<void> {
  const rows = page.getByLabel(label, { exact: true }).locator('.list-row');
  await rows.first().waitFor();
  const boxes = await Promise.all((await rows.all()).map((row) => row.boundingBox()));
  expect(Math.max(...boxes.map((box) => box?.height ?? LIST_PX))).toBeLessThanOrEqual(LIST_PX / ROWS);
}
