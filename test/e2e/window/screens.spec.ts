import { expect, test, type CDPSession, type Page } from '@playwright/test'
import { startTerminal } from '../../support/runTerminal.ts'
import { layoutFaults } from './layoutFaults.ts'
import { DISPLAYS, SCREENS, backToPanels, prepareWindow, type Display } from './screens.ts'
import { chooseCustomer, seeBook, signIn } from '../story.ts'

const judge = (page: Page, { name }: Display, screen: string) =>
  expect
    .soft(async () => expect(await layoutFaults(page), `${name}: ${screen}`).toEqual([]))
    .toPass({ timeout: 20_000 })

/** Brings the window to a display and waits until the page has drawn itself there. */
async function moveTo(
  page: Page,
  protocol: CDPSession,
  { viewport: { width, height }, deviceScaleFactor }: Display,
) {
  await protocol.send('Emulation.setDeviceMetricsOverride', {
    width,
    height,
    deviceScaleFactor,
    mobile: false,
  })
  await page.waitForFunction(
    ([wide, high, scale]) => innerWidth === wide && innerHeight === high && devicePixelRatio === scale,
    [width, height, deviceScaleFactor],
  )
  // What depends on its size learns it in the next frame, and is drawn in the one behind it.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
}

test('every screen on every display shows its send button and its whole head', async ({ browser }) => {
  const terminal = await startTerminal('--seed', '7')
  try {
    await test.step('one window, moved from display to display on every screen', async () => {
      const context = await browser.newContext({ viewport: DISPLAYS[0]?.viewport ?? null })
      const page = await context.newPage()
      const protocol = await context.newCDPSession(page)
      await page.goto(terminal.url)
      await signIn(page)
      await prepareWindow(page)
      await chooseCustomer(page, 'C1042')
      for (const screen of SCREENS) {
        await screen.show(page)
        for (const display of DISPLAYS) {
          await moveTo(page, protocol, display)
          await judge(page, display, screen.name)
        }
        await backToPanels(page)
        await screen.leave?.(page)
      }
      await context.close()
    })
    // A window that opens on a display lays itself out there for the first time.
    for (const display of DISPLAYS)
      await test.step(`a window that opens at ${display.name}`, async () => {
        const { viewport, deviceScaleFactor } = display
        const context = await browser.newContext({ viewport, deviceScaleFactor })
        const page = await context.newPage()
        await page.goto(terminal.url)
        await seeBook(page)
        await chooseCustomer(page, 'C1042')
        await judge(page, display, 'the opened window')
        await context.close()
      })
  } finally {
    await terminal.stop()
  }
})
