/** Updates of the program by keyboard: what a served run says, and a release that is found, downloaded, refused while an order is unknown, and installed. */

import type { Locator, Page } from '@playwright/test'
import { startPaper } from '../../support/runTerminal.ts'
import { expect, test } from '../desk.ts'
import { chooseCustomer, collectFaults, command, letStand, seeBook, signIn, tabTo } from '../story.ts'
import { otherVenue, typeCredentials } from '../venue.ts'
import { openLateLine } from './lateLine.ts'
import { NEWER, RUNNING, startUpdatable } from './updatable.ts'

/** Opens the sheet from the list of panels. */
async function openUpdates(page: Page) {
  await page.keyboard.press('Control+p')
  await page.keyboard.type('updates')
  await expect(page.getByRole('option', { name: /^Updates/ })).toBeVisible()
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Updates' })
  await expect(sheet.getByText(RUNNING, { exact: true })).toBeVisible()
  await letStand(page)
  return sheet
}

/** Walks to a button and presses it, later than the press before: two at once are a slip. */
async function pressButton(page: Page, button: Locator): Promise<void> {
  await tabTo(page, button)
  await letStand(page)
  await page.keyboard.press('Enter')
}

test('a served terminal says that it has no updates and why, and offers nothing', async ({
  openTerminal,
}) => {
  const { page, complaints } = await openTerminal('--seed', '7')
  const { faults, look } = collectFaults(page)
  await signIn(page)
  const sheet = await openUpdates(page)
  await expect(sheet.getByText('none: updates are off')).toBeVisible()
  await expect(sheet.getByRole('status')).toHaveText(
    'This run has no updates: only the installed desktop program can be updated.',
  )
  await expect(sheet.getByRole('button')).toHaveText(['Esc closes'])
  await look('updates')
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  expect(faults).toEqual([])
  expect(complaints).toEqual([])
})

test('a release is found, downloaded, refused while an order is unknown, and installed with the word', async ({
  browser,
  atEnd,
}) => {
  test.skip(process.platform !== 'linux', 'an AppImage is Linux’s')
  const paper = await startPaper('--seed', '7')
  atEnd(() => paper.stop())
  const line = await openLateLine(paper.restUrl)
  atEnd(() => line.close())
  const file = otherVenue({ restUrl: line.restUrl, streamUrl: paper.streamUrl })
  atEnd(() => file.remove())
  const terminal = await startUpdatable(file.path)
  atEnd(() => terminal.stop())
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 } })
  atEnd(() => context.close())
  const page = await context.newPage()
  const { faults, look } = collectFaults(page)
  await page.goto(terminal.url)
  await typeCredentials(page, paper.username, paper.password)
  await seeBook(page)
  await chooseCustomer(page, 'C1042')
  await command(page, '# b 0.5 btc bid-5%')
  await expect.poll(() => line.held()).toBe(1)

  const sheet = await openUpdates(page)
  const status = sheet.getByRole('status')
  await expect(sheet.getByText('stable', { exact: true })).toBeVisible()
  const check = sheet.getByRole('button', { name: 'Look for a newer release' })

  await test.step('an address without a newer release says so', async () => {
    terminal.publish(RUNNING)
    await pressButton(page, check)
    await expect(status).toHaveText('The address has no other release for you. Nothing is to do.')
  })

  await test.step('a newer release is found, and downloaded only when asked', async () => {
    terminal.publish(NEWER)
    await pressButton(page, check)
    await expect(status).toContainText(`Openpit ${NEWER} is available.`)
    await look('available')
    await pressButton(page, sheet.getByRole('button', { name: `Download ${NEWER}` }))
    await expect(status).toContainText(`Openpit ${NEWER} is downloaded, and its file is the published one.`)
  })

  const word = sheet.getByRole('textbox', { name: 'Type INSTALL to agree' })
  await test.step('an order of unknown status refuses the install, and no word is asked for', async () => {
    await expect(sheet.getByRole('list', { name: 'Why not now' })).toContainText(
      '1 order has an unknown status, and nobody looks orders up while Openpit is closed.',
    )
    await expect(sheet.getByRole('button', { name: /install/i })).toHaveCount(0)
    await expect(word).toHaveCount(0)
    await look('not now')
  })

  await test.step('once the venue shows the order, the word installs; nothing else does', async () => {
    line.deliver()
    await expect(sheet.getByRole('list', { name: 'What stays' })).toContainText(
      '1 order stays live at the venue.',
    )
    await look('what stays')
    await tabTo(page, word)
    await page.keyboard.type('install')
    await page.keyboard.press('Enter')
    expect(terminal.image()).toContain(RUNNING)
    await page.keyboard.press('Control+a')
    await page.keyboard.type('INSTALL')
    await page.keyboard.press('Enter')
    await expect.poll(() => terminal.output()).toContain('The program ends.')
    expect(terminal.image()).toContain(NEWER)
  })
  expect(faults).toEqual([])
})
