/** The session lock in two windows, by keyboard, at a venue with a password. */

import { randomBytes } from 'node:crypto'
import { simulatedExchange } from '../../../electron/paper/exchange/simulatedExchange.ts'
import { startPaperBroker } from '../../../electron/paper/paperBroker.ts'
import { clockOf } from '../../../shared/base/clock.ts'
import { expect, test } from '../desk.ts'
import { arm, chooseCustomer, collectFaults, command, duplicateTab, seeBook, tradingKeys } from '../story.ts'
import { otherVenue, typeCredentials } from '../venue.ts'

const PASSWORD = 'right-horse-7f3a'

test('Ctrl Shift L hides both windows at once, a reload stays hidden, and only the password brings them back', async ({
  openTerminal,
  atEnd,
}) => {
  const clock = clockOf(globalThis)
  const broker = await startPaperBroker({
    exchange: simulatedExchange({ seed: 3, clock }),
    clock,
    randomBytes,
    onFault: (error) => expect(error).toBeUndefined(),
    port: 0,
    username: 'dealer',
    password: PASSWORD,
  })
  atEnd(() => broker.close())
  const file = otherVenue(broker)
  atEnd(() => file.remove())
  const { page, frames, complaints } = await openTerminal('--venue', file.path)
  await typeCredentials(page, 'dealer', PASSWORD)
  await seeBook(page)
  await chooseCustomer(page, 'C1042')
  await expect(async () => void (await command(page, '# b 0.5 btc bid-5%'))).toPass()
  const second = await duplicateTab(page)
  const seen: string[] = []
  second.on('console', (line) => seen.push(line.text()))
  await second.bringToFront()
  await seeBook(second)
  await chooseCustomer(second, 'C1042')
  await second.keyboard.press('F5')
  await arm(second)

  await page.bringToFront()
  const { faults, look } = collectFaults(page)
  await page.keyboard.press('Control+Shift+L')
  for (const window of [page, second]) {
    const field = window.getByLabel('Password of dealer')
    await expect(field).toBeFocused()
    await expect(window.getByRole('main')).toContainText('1 order stays live at the venue.')
    await expect(window).toHaveTitle('Locked · Openpit')
    const words = await window.locator('body').innerText()
    for (const secret of ['C1042', 'BTC', 'Acme']) expect(words).not.toContain(secret)
    await expect(window.getByRole('grid')).toHaveCount(0)
  }
  await look('lock screen')
  await page.setViewportSize({ width: 1366, height: 768 })
  await look('lock screen, small')

  await test.step('keys of the desk do nothing in either window', async () => {
    for (const window of [second, page]) {
      await window.bringToFront()
      const sent = frames.sent.length
      for (const key of ['F10', 'Enter', 'Control+Shift+F12', 'Control+Shift+Delete', 'Control+K'])
        await window.keyboard.press(key)
      await expect(window.getByRole('dialog')).toHaveCount(0)
      await expect(window.getByLabel('Password of dealer')).toBeFocused()
      // A window reports what it measured each minute, whatever keys are pressed.
      const calls = frames.sent.slice(sent).filter((frame) => frame.includes('"call"'))
      expect(calls.filter((frame) => !frame.includes('"health.addDrawn"'))).toEqual([])
    }
  })

  await test.step('a reload is still locked', async () => {
    await page.reload()
    await expect(page.getByLabel('Password of dealer')).toBeFocused()
    await expect(page.getByRole('main')).toContainText('1 order stays live at the venue.')
  })

  await test.step('a wrong password keeps both locked and makes the next wait', async () => {
    await page.keyboard.type('wrong-horse')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toContainText('That is not the password of this sign-in.')
    await expect(second.getByRole('main')).toContainText('One wrong try since the lock')
    await look('lock screen with a wrong try')
  })

  await test.step('the password brings both back, disarmed', async () => {
    await expect(async () => {
      await page.keyboard.type(PASSWORD)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('banner')).toBeVisible({ timeout: 800 })
    }).toPass()
    for (const window of [page, second]) {
      await seeBook(window)
      await expect(tradingKeys(window)).not.toContainText('ARMED')
    }
    await second.bringToFront()
    await second.keyboard.press('F5')
    await arm(second)
    await expect(second.getByRole('banner').getByRole('button', { name: /C1042.* F2$/ })).toBeVisible()
  })
  expect(frames.received.join('\n')).not.toContain(PASSWORD)
  expect(faults).toEqual([])
  expect(complaints).toEqual([])
  expect(seen).toEqual([])
})
