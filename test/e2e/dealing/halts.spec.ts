import type { Page } from '@playwright/test'
import { expect, test } from '../desk.ts'
import {
  arm,
  blotter,
  chooseCustomer,
  collectFaults,
  command,
  duplicateTab,
  enterSheet,
  enterUntil,
  letStand,
  propose,
  seeBook,
  signIn,
  tradingKeys,
} from '../story.ts'

const banner = (page: Page) => page.getByRole('region', { name: 'Halts in force' })

/** Deals the first line: the desk takes none before every order and trade is read back. */
async function openForDealing(page: Page, line: string): Promise<void> {
  await expect(async () => {
    await command(page, line)
  }).toPass()
}

/** Types a line that opens a sheet. */
async function ask(page: Page, line: string): Promise<void> {
  await page.keyboard.press('Control+k')
  const box = page.getByRole('textbox', { name: 'Command line' })
  await expect(box).toBeFocused()
  await page.keyboard.type(line)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
}

/** Halts the customer C1042 in the command line and lifts the halt by its word; another customer deals meanwhile. */
async function haltOneCustomer(page: Page): Promise<void> {
  // An order that a busy machine still holds would be kept back, not canceled.
  const orders = await blotter(page, 'F7', 'Orders')
  await expect(orders.getByRole('row', { name: /C1042/ }).filter({ hasText: 'open' })).toHaveCount(1)
  await ask(page, 'halt C1042')
  await expect(page.getByRole('textbox', { name: /^Type KILL/ })).toHaveValue('C1042')
  await expect(
    page.getByRole('button', { name: /customer C1042 and cancel its one live order/ }),
  ).toBeVisible()
  await enterUntil(page, (timeout) =>
    expect(banner(page)).toContainText('HALTED customer C1042', { timeout }),
  )
  await expect(banner(page)).toContainText('1 of 1 order confirmed done')
  await command(page, 'C2007 b 3 eth bid-5%')
  await ask(page, 'lift C1042')
  await expect(page.getByRole('textbox', { name: 'Type C1042 to lift' })).toBeFocused()
  await page.keyboard.type('C1042')
  await enterSheet(page)
  await expect(banner(page)).toHaveCount(0)
}

test('the kill switch halts both windows, cancels and verifies all; its typed word lifts it', async ({
  openTerminal,
}) => {
  const { page, complaints } = await openTerminal('--seed', '7')
  await signIn(page)
  await chooseCustomer(page, 'C1042')
  await openForDealing(page, '# b 0.5 btc bid-5%')
  await command(page, '# b 0.4 btc m x5')
  await command(page, '# s 0.1 btc stop 56000')
  await command(page, 'C2007 b 2 eth bid-5%')

  const second = await duplicateTab(page)
  await second.bringToFront()
  await seeBook(second)
  await chooseCustomer(second, 'C1042')
  await second.keyboard.press('F5')
  await arm(second)
  // The sentence is a notice too, so only what waits in the ladder counts.
  const waiting = second.getByRole('status').filter({ hasText: /C1042 · BUY 0\.1 BTCUSDC_PERP LIMIT/ })
  await propose(second, 'Shift+B', waiting)

  await test.step('halts the desk with the key, the word and Enter, out of a text field in a sheet', async () => {
    await page.bringToFront()
    await page.keyboard.press('F2')
    await expect(page.getByRole('combobox')).toBeFocused()
    await page.keyboard.press('Control+Shift+F12')
    const sheet = page.getByRole('dialog', { name: 'Kill switch' })
    await expect(sheet.getByRole('textbox', { name: /^Type KILL/ })).toBeFocused()
    await page.keyboard.type('C1042')
    await expect(
      sheet.getByRole('button', { name: /HALT customer C1042 and cancel 2 live orders/ }),
    ).toBeVisible()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('KILL')
    await expect(
      sheet.getByRole('button', { name: /HALT the whole desk and cancel 3 live orders/ }),
    ).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(sheet).toHaveCount(0)
    await expect(banner(page)).toContainText(/HALTED the whole desk, by \S+ since [\d:]+ UTC/)
    await expect(banner(page)).toContainText('3 of 3 orders confirmed done')
  })

  await test.step('the other window is disarmed, its proposal dropped, and says why', async () => {
    await expect(banner(second)).toContainText('3 of 3 orders confirmed done')
    await expect(tradingKeys(second)).toContainText('the whole desk is halted')
    await expect(waiting).toHaveCount(0)
    await second.bringToFront()
    await second.keyboard.press('F5')
    await second.keyboard.press('F10')
    await expect(second.getByText(/The whole desk is halted by .* Lift the halt first/).first()).toBeVisible()
    await expect(tradingKeys(second)).not.toContainText('ARMED')
    await expect(second.getByRole('form', { name: 'Order ticket' })).toContainText('HALTED: the whole desk')
  })

  await test.step('a reload finds it in force', async () => {
    await second.reload()
    await expect(banner(second)).toContainText('HALTED the whole desk')
    await second.close()
  })

  await test.step('is lifted only by its word, and orders go out again', async () => {
    await page.bringToFront()
    await page.keyboard.press('Shift+F12')
    const sheet = page.getByRole('dialog', { name: 'Halts in force' })
    await expect(sheet.getByRole('textbox', { name: 'Type DESK to lift' })).toBeFocused()
    await page.keyboard.type('desk')
    // An Enter within 150 ms of the sheet does nothing.
    await expect(async () => {
      await page.keyboard.press('Enter')
      await expect(sheet.getByRole('alert')).toContainText('Type DESK', { timeout: 300 })
    }).toPass()
    await page.keyboard.press('Control+a')
    await page.keyboard.type('DESK')
    await page.keyboard.press('Enter')
    await expect(sheet).toHaveCount(0)
    await expect(banner(page)).toHaveCount(0)
    await command(page, '# b 0.4 btc bid-5%')
  })

  await test.step('halts and lifts one customer from the command line', () => haltOneCustomer(page))

  await test.step('signing out tells what stays live, and cancels first when asked', async () => {
    await command(page, '# b 0.3 btc bid-5%')
    await ask(page, 'signout')
    const sheet = page.getByRole('dialog', { name: 'Sign out' })
    await expect(sheet).toContainText('2 orders stay live at the venue. Nothing at the venue ends them')
    await expect(sheet.getByRole('list', { name: 'Stays live' }).getByRole('listitem')).toHaveText([
      'C1042 BTCUSDC_PERP: 1',
      'C2007 ETHUSDC_PERP: 1',
    ])
    await expect(sheet.getByRole('button', { name: 'Cancel all 2, then sign out' })).toBeFocused()
    await letStand(page)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Open the paper desk' })).toBeVisible()
  })
  expect(complaints).toEqual([])
})

test('axe finds nothing serious on the kill switch, its banner, the halts and signing out', async ({
  openTerminal,
}) => {
  const { page, complaints } = await openTerminal('--seed', '7')
  const { faults, look } = collectFaults(page)
  await signIn(page)
  await chooseCustomer(page, 'C1042')
  await openForDealing(page, '# b 0.5 btc bid-5%')
  await ask(page, 'signout')
  await look('sign-out sheet')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+Shift+F12')
  await expect(page.getByRole('textbox', { name: /^Type KILL/ })).toBeFocused()
  await page.keyboard.type('KILL')
  await look('kill sheet')
  await page.keyboard.press('Enter')
  await expect(banner(page)).toContainText('1 of 1 order confirmed done')
  await look('banner')
  await page.keyboard.press('Shift+F12')
  await expect(page.getByRole('textbox', { name: 'Type DESK to lift' })).toBeFocused()
  await look('halts sheet')
  expect(faults).toEqual([])
  expect(complaints).toEqual([])
})
