import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../desk.ts'
import { arm, chooseCustomer, ladder, signIn, tradingKeys } from '../story.ts'

const panel = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })
const press = async (page: Page, ...keys: readonly string[]) => {
  for (const key of keys) await page.keyboard.press(key)
}
const hasFocus = (page: Page, name: string) => expect(panel(page, name).locator(':focus')).toHaveCount(1)
const edgesOf = async (locator: Locator) => {
  const box = await locator.boundingBox()
  if (box === null) throw new Error('The panel is not on screen')
  return box
}

/** Drags with the pointer, as a hand does: in many small moves. */
async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await edgesOf(from), await edgesOf(to)]
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2)
  await page.mouse.down()
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 20 })
  await page.mouse.move(end.x + end.width / 2 + 4, end.y + end.height / 2, { steps: 4 })
  await page.mouse.up()
}

test('a dealer builds a desk by keyboard: opens, walks, moves, splits, fills, closes, undoes', async ({
  openTerminal,
}) => {
  const { page, complaints } = await openTerminal('--seed', '7', '--port', '0')
  await page.setViewportSize({ width: 1920, height: 1080 })
  await signIn(page)
  await chooseCustomer(page, 'C1042')

  await test.step('another ladder stands beside the first, as wide, on a link of its own', async () => {
    await press(page, 'F5', 'Control+Shift+D')
    await hasFocus(page, 'Ladder 3')
    const [first, third] = [await edgesOf(panel(page, 'Ladder 1')), await edgesOf(panel(page, 'Ladder 3'))]
    expect(third.x).toBeGreaterThan(first.x + first.width - 1)
    expect(Math.abs(third.width - first.width)).toBeLessThan(3)
    await expect(panel(page, 'Ladder 3').getByRole('button', { name: 'Instrument link 3' })).toBeVisible()
  })

  await test.step('arrows walk to the panel on a side', async () => {
    await press(page, 'Control+ArrowRight')
    await hasFocus(page, 'Ladder 2')
    await press(page, 'Control+ArrowLeft', 'Control+ArrowLeft')
    await hasFocus(page, 'Ladder 1')
  })

  await test.step('a ladder moves among the tabs on a side, is split again, and both are undone', async () => {
    const before = await edgesOf(panel(page, 'Ladder 3'))
    await press(page, 'F5', 'Control+Shift+ArrowRight')
    await expect(page.getByRole('tab', { name: 'Ladder 3' })).toBeVisible()
    await expect(panel(page, 'Ladder 3')).toBeHidden()
    await hasFocus(page, 'Ladder 1')
    await press(page, 'Control+\\')
    await expect(panel(page, 'Ladder 3')).toBeVisible()
    await expect(page.getByRole('tab', { name: 'Ladder 3' })).toHaveCount(0)
    await press(page, 'Control+Shift+Z', 'Control+Shift+Z')
    await expect.poll(async () => (await edgesOf(panel(page, 'Ladder 3'))).x).toBeCloseTo(before.x, 0)
  })

  await test.step('arrows size the panel and split it to a side, and no key reaches the armed ladder meanwhile', async () => {
    const keys = tradingKeys(page)
    const bar = page.getByRole('toolbar', { name: 'Size of Ladder 1' })
    const before = await edgesOf(panel(page, 'Ladder 1'))
    await press(page, 'F5')
    await arm(page)
    await press(page, 'Control+F8')
    await expect(bar).toBeFocused()
    await press(page, 'ArrowRight', 'ArrowRight', 'b', 'ArrowDown')
    await expect
      .poll(async () => (await edgesOf(panel(page, 'Ladder 1'))).width)
      .toBeGreaterThan(before.width + 100)
    await expect
      .poll(async () => (await edgesOf(panel(page, 'Ladder 1'))).height)
      .toBeLessThan(before.height - 20)
    await expect(bar).toContainText(/\d+ % wide, \d+ % high/)
    await press(page, 'Enter')
    await expect(bar).toHaveCount(0)
    await hasFocus(page, 'Ladder 1')
    await expect(keys).toContainText('ARMED C1042')
    await expect(panel(page, 'Ladder 1')).not.toContainText('Enter sends')
    await press(page, 'Control+Shift+Z', 'F10')
    await expect.poll(async () => (await edgesOf(panel(page, 'Ladder 1'))).width).toBeCloseTo(before.width, 0)
    await press(page, 'F7')
    await hasFocus(page, 'Orders')
    const tables = await edgesOf(panel(page, 'Orders'))
    await press(page, 'Control+F8', 'Shift+ArrowLeft', 'Escape')
    await hasFocus(page, 'Orders')
    await expect
      .poll(async () => (await edgesOf(panel(page, 'Orders'))).width)
      .toBeLessThan(tables.width * 0.6)
    await press(page, 'Control+Shift+Z')
  })

  await test.step('an armed ladder that another panel hides is disarmed, and one that fills the window stays armed', async () => {
    const keys = tradingKeys(page)
    await press(page, 'F5')
    await arm(page)
    await press(page, 'Control+F10')
    await expect(panel(page, 'Ladder 2')).toBeHidden()
    await expect(keys).toContainText('ARMED C1042')
    await press(page, 'Control+F10')
    await expect(panel(page, 'Ladder 2')).toBeVisible()
    await press(page, 'F7', 'Control+F10')
    await expect(keys).toContainText('Keys off: the ladder is behind another panel')
    await press(page, 'Control+F10')
  })

  await test.step('a closed ladder is disarmed and comes back disarmed, also after a reload', async () => {
    const keys = tradingKeys(page)
    await press(page, 'F5')
    await arm(page)
    await press(page, 'Control+Shift+X')
    await expect(panel(page, 'Ladder 1')).toHaveCount(0)
    await expect(keys).toContainText('Keys off: the ladder was closed')
    await press(page, 'Control+Shift+Z')
    await expect(panel(page, 'Ladder 1')).toBeVisible()
    await expect(keys).not.toContainText('ARMED')
    await page.reload()
    await expect(panel(page, 'Ladder 3')).toBeVisible()
    await expect(ladder(page)).not.toHaveCount(0)
  })
  expect(complaints).toEqual([])
})

test('a ladder and a chart, which have no tab strip, are dragged by the grip in their head', async ({
  openTerminal,
}) => {
  const { page, complaints } = await openTerminal('--seed', '7', '--port', '0')
  await page.setViewportSize({ width: 1920, height: 1080 })
  await signIn(page)
  for (const [name, onto] of [
    ['Ladder 2', 'Positions'],
    ['Chart', 'Ladder 2'],
  ] as const) {
    const target = panel(page, onto)
    await drag(page, panel(page, name).getByTitle(/^Drag the panel/), target)
    await expect(page.getByRole('tab', { name, exact: true })).toHaveAttribute('aria-selected', 'true')
    await expect(panel(page, name)).toBeVisible()
  }
  await expect(panel(page, 'Positions')).toBeHidden()
  expect(complaints).toEqual([])
})
