import { expect, test, type Page } from '@playwright/test'
import { startTerminal } from '../tools/runTerminal.ts'
import { layoutFaults } from './layoutFaults.ts'
import { DISPLAYS, SCREENS, backToDesk, prepareDesk } from './screens.ts'
import { chooseCustomer, seeBook, signIn } from './story.ts'

test('on every display no screen has a send button out of sight, or words of a head cut or over each other', async ({
  browser,
}) => {
  const terminal = await startTerminal('--seed', '7')
  try {
    const windows: { name: string; page: Page }[] = []
    for (const { name, viewport, deviceScaleFactor } of DISPLAYS) {
      const context = await browser.newContext({ viewport, deviceScaleFactor })
      const page = await context.newPage()
      await page.goto(terminal.url)
      windows.push({ name, page })
    }
    const [first] = windows
    if (!first) throw new Error('no display')
    await signIn(first.page)
    await prepareDesk(first.page)
    for (const { name, page } of windows)
      await test.step(name, async () => {
        await page.bringToFront()
        await seeBook(page)
        await chooseCustomer(page, 'C1042')
        for (const screen of SCREENS) {
          await screen.show(page)
          await expect
            .soft(async () => expect(await layoutFaults(page), `${name}: ${screen.name}`).toEqual([]))
            .toPass({ timeout: 2_000 })
          await backToDesk(page)
          await screen.leave?.(page)
        }
        await page.context().close()
      })
  } finally {
    await terminal.stop()
  }
})
