import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../desk.ts'
import { chooseCustomer, command, dealALittle, ladder, signIn } from '../story.ts'

interface Edges {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

const edgesOf = (locator: Locator): Promise<Edges> =>
  locator.evaluate((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect()
    return { left, top, right, bottom }
  })

const within = (inner: Edges, outer: Edges): boolean =>
  inner.left >= outer.left - 0.5 &&
  inner.right <= outer.right + 0.5 &&
  inner.top >= outer.top - 0.5 &&
  inner.bottom <= outer.bottom + 0.5

const apart = (a: Edges, b: Edges): boolean =>
  a.left >= b.right || b.left >= a.right || a.top >= b.bottom || b.top >= a.bottom

/** Controls and words that are cut by an edge of the box they stand in, or wider than their own. */
const cutIn = (box: Locator): Promise<string[]> =>
  box.evaluate((outer) => {
    const bounds = outer.getBoundingClientRect()
    return [...outer.querySelectorAll('button, input, select, label, .label, .chart-legend span')]
      .filter((element) => {
        const { left, right, width } = element.getBoundingClientRect()
        const cut =
          element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).display !== 'inline'
        return width > 0 && (left < bounds.left - 0.5 || right > bounds.right + 0.5 || cut)
      })
      .map((element) => `${element.tagName} ${element.textContent || element.id}`)
  })

const ticket = (page: Page): Locator => page.getByRole('form', { name: 'Order ticket' })

test('on a screen of 1366 × 768 nothing is cut and nothing covers a working area', async ({
  openTerminal,
}) => {
  const { page, complaints } = await openTerminal('--seed', '7')
  await page.setViewportSize({ width: 1366, height: 768 })
  await signIn(page)
  await dealALittle(page)

  await test.step('every choice and field of the ticket is whole', async () => {
    const types = ticket(page).getByRole('radiogroup', { name: 'Type' })
    await expect(types.getByRole('radio')).toHaveText(['Market', 'Limit', 'Stop', 'TP', 'OCO', 'Scale'])
    expect(await cutIn(ticket(page))).toEqual([])
    for (const type of ['Scale', 'Stop', 'TP', 'OCO']) {
      await types.getByRole('radio', { name: type }).click()
      expect(await cutIn(ticket(page)), type).toEqual([])
    }
    const code = ticket(page).getByRole('textbox', { name: 'Customer' })
    await expect(code).toHaveValue('C1042')
    expect(apart(await edgesOf(code), await edgesOf(ticket(page).getByText('Acme Pension')))).toBe(true)
  })

  await test.step('heads of ladders, chart and its legend are whole', async () => {
    for (const name of ['Depth ladder BTCUSDC_PERP', 'Depth ladder ETHUSDC_PERP', 'Chart BTCUSDC_PERP']) {
      const panel = page.getByRole('region', { name, exact: true })
      expect(await cutIn(panel), name).toEqual([])
      const title = panel.getByRole('banner').locator('strong').or(panel.locator('header strong'))
      expect(
        await title.first().evaluate((element) => element.scrollWidth <= element.clientWidth),
        name,
      ).toBe(true)
    }
  })

  await test.step('what the next Enter sends can be read to its end', async () => {
    await page.keyboard.press('Control+k')
    await page.getByRole('textbox', { name: 'Command line' }).press('Control+a')
    // An amount, because a fill of the resting order drops a sentence of the whole position.
    await page.keyboard.type('# s 0.402 btc oco 70000/55000 x5')
    await page.keyboard.press('Enter')
    const says = page.getByRole('search', { name: 'Command' }).getByRole('status')
    await expect(says).toContainText('Enter sends')
    await expect(says).toContainText('C1042')
    expect(
      await says.evaluate((element) => [...element.children].every((at) => at.scrollWidth <= at.clientWidth)),
    ).toBe(true)
    expect(within(await edgesOf(says), { left: 0, top: 0, right: 1366, bottom: 768 })).toBe(true)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Escape')
  })

  await test.step('the ring of a table has its upper edge over the sticky head', async () => {
    await page.keyboard.press('F6')
    const grid = page.getByRole('grid', { name: 'Positions', exact: true })
    await expect(grid).toBeFocused()
    const ring = await grid.evaluate((element) => {
      const { borderTopWidth, zIndex, top } = getComputedStyle(element.parentElement ?? element, '::after')
      return { borderTopWidth, zIndex: Number(zIndex), top }
    })
    const head = await grid
      .locator('.grid-head')
      .evaluate((element) => Number(getComputedStyle(element).zIndex))
    expect(ring).toEqual({ borderTopWidth: '2px', zIndex: head + 1, top: '0px' })
  })

  await test.step('every page of the key card fits', async () => {
    await page.keyboard.press('F5')
    await page.keyboard.press('F1')
    const card = page.getByRole('dialog', { name: 'Keys' })
    for (const shown of [/^Ladder/, 'Window', 'All panels', 'Command line']) {
      await expect(card.getByRole('radio', { name: shown })).toBeChecked()
      expect(await card.evaluate((element) => element.scrollHeight <= element.clientHeight), `${shown}`).toBe(
        true,
      )
      expect(within(await edgesOf(card), { left: 0, top: 0, right: 1366, bottom: 768 })).toBe(true)
      await page.keyboard.press('ArrowRight')
    }
    await page.keyboard.press('Escape')
  })

  await test.step('on a window of 1024 × 700 the status bar keeps its lights and buttons', async () => {
    await page.setViewportSize({ width: 1024, height: 700 })
    const bar = page.getByRole('contentinfo', { name: 'Status' })
    expect(await cutIn(bar)).toEqual([])
    for (const name of ['Sign out', 'Notices'])
      expect(within(await edgesOf(bar.getByRole('button', { name })), await edgesOf(bar)), name).toBe(true)
  })
  expect(complaints).toEqual([])
})

test('notices keep to their own lane: over no panel, no field in use, no send button', async ({
  openTerminal,
}) => {
  const { page } = await openTerminal('--seed', '7')
  await page.setViewportSize({ width: 1366, height: 768 })
  await signIn(page)
  await chooseCustomer(page, 'C1042')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('coll C1042')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('grid', { name: 'Transfers' })).toBeFocused()
  await page.getByRole('form', { name: 'Deposit' }).getByLabel('Amount').fill('1')
  const notices = page.getByRole('region', { name: 'New notices' })
  await command(page, '# b 0.1 btc m x5')
  await expect(notices.getByRole('button')).not.toHaveCount(0)
  const lane = await edgesOf(notices)
  const guarded = [
    page.getByRole('form', { name: 'Deposit' }).getByLabel('Amount'),
    page.getByRole('button', { name: /^Review/ }),
    ticket(page).locator('.send'),
    page.getByRole('grid', { name: 'Customers' }),
    page.getByRole('grid', { name: 'Ladder BTCUSDC_PERP' }),
    page.getByRole('grid', { name: 'Transfers' }),
  ]
  for (const locator of guarded) expect(apart(lane, await edgesOf(locator))).toBe(true)
})

test('at 1920 × 1080 a ladder shows the last trade’s size; the chart’s legend is off its axis', async ({
  openTerminal,
}) => {
  const { page } = await openTerminal('--seed', '7')
  await signIn(page)
  const legend = page.getByRole('region', { name: 'Chart BTCUSDC_PERP' }).locator('.chart-legend')
  await expect(legend).toContainText(/O .*H .*L .*C .*Vol /)
  const axis = await page
    .getByRole('application')
    .locator('tr')
    .first()
    .locator('td')
    .last()
    .evaluate((element) => element.getBoundingClientRect().left)
  for (const part of await legend.locator('span').all())
    expect((await edgesOf(part)).right).toBeLessThanOrEqual(axis)
  await expect(ladder(page).getByRole('gridcell', { name: /last [\d.]+$/ })).toHaveCount(1)
})
