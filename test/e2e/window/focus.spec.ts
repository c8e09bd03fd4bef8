import type { CDPSession, Page } from '@playwright/test'
import { expect, test } from '../desk.ts'
import { arm, chooseCustomer, ladder, letStand, propose, signIn } from '../story.ts'

/** Keys of the window that lead elsewhere, by their virtual key code. */
const FOCUS_KEYS = { F2: 113, F8: 119 } as const
/** Ms between the two keys of a quick hand: what the story tries, not a wait for anything. */
const GAPS = [0, 20, 40]

/** Presses without waiting for the page, as a quick hand does. */
function press(protocol: CDPSession, key: string, windowsVirtualKeyCode: number): Promise<unknown> {
  const text = key === 'Enter' ? '\r' : ''
  const event = { key, code: key, windowsVirtualKeyCode, text }
  return Promise.all([
    protocol.send('Input.dispatchKeyEvent', { type: text === '' ? 'rawKeyDown' : 'keyDown', ...event }),
    protocol.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event, text: '' }),
  ])
}

/** The ways to have an order one Enter away. */
const PLACES: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  async 'the send button'(page) {
    const ticket = page.getByRole('form', { name: 'Order ticket' })
    await ticket.getByRole('radio', { name: 'BUY' }).click()
    await ticket.getByRole('radio', { name: 'Market' }).click()
    await page.keyboard.press('F9')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('0.1')
    await page.keyboard.press('Control+Enter')
    await expect(ticket.getByRole('button', { name: /BUY 0\.1 BTCUSDC_PERP MARKET/ })).toBeFocused()
  },
  async 'an armed ladder with a proposal'(page) {
    await page.keyboard.press('F5')
    await expect(ladder(page)).toBeFocused()
    await arm(page)
    await propose(page, 'Shift+B', page.getByText('Enter sends · Esc drops').first())
  },
  async 'the command line with a read-back'(page) {
    await page.keyboard.press('Control+k')
    await page.keyboard.type('# b 0.1 btc bid-5%')
    const bar = page.getByRole('search', { name: 'Command' })
    await expect(bar).toContainText(/Enter$/)
    await page.keyboard.press('Enter')
    await expect(bar).toContainText('Enter sends')
  },
}

/** How much slower the page is between the two keys. Every focus key, delay and speed is pressed in `enterBehindFocusKey.ts`, on a scripted core. */
const SLOWER = 6

test('an Enter right behind a focus key sends nothing from the place left, with the processor at a sixth', async ({
  openTerminal,
}) => {
  const { page, frames, complaints } = await openTerminal('--seed', '7')
  await signIn(page)
  await chooseCustomer(page, 'C1042')
  const protocol = await page.context().newCDPSession(page)
  const throttle = (rate: number) => protocol.send('Emulation.setCPUThrottlingRate', { rate })
  const sent = () => frames.sent.filter((text) => text.includes('"order.submit"')).length
  for (const [place, prepare] of Object.entries(PLACES))
    await test.step(`from ${place}`, async () => {
      const before = sent()
      for (const [key, code] of Object.entries(FOCUS_KEYS))
        for (const gap of GAPS) {
          await prepare(page)
          await letStand(page)
          // Only between the keys: a slow page makes nothing of the preparation harder.
          await throttle(SLOWER)
          const left = press(protocol, key, code)
          if (gap > 0) await page.waitForTimeout(gap)
          await Promise.all([left, press(protocol, 'Enter', 13)])
          expect(sent(), `${key}, then Enter after ${gap} ms`).toBe(before)
          await throttle(1)
          await page.keyboard.press('Escape')
          await expect(page.getByRole('dialog')).toHaveCount(0)
        }
      // One Enter, and only that, does send.
      await prepare(page)
      await letStand(page)
      await page.keyboard.press('Enter')
      await expect.poll(sent).toBe(before + 1)
    })
  expect(complaints).toEqual([])
})
