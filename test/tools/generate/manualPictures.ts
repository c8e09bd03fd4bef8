/** The pictures of the dealer's manual (docs/manual): which screen each is taken of, and which part of it. */

import { join } from 'node:path'
import type { Page } from 'playwright'
import { NOTICE_DETAILS, SCREENS, TOUR, backToPanels, panel, type Screen } from '../../e2e/window/screens.ts'
import { command, letStand, sendReview, tabTo, typeLine } from '../../e2e/story.ts'

const FOLDER = 'docs/manual'

/** Height in CSS px of the tabs above a panel. */
const TABS = 30
/** Panels with a head of their own. */
const OWN_HEAD: ReadonlySet<string> = new Set(['ladder', 'chart', 'notices', 'tour'])
/** CSS px around the sign-in. */
const MARGIN = 20

interface ManualPicture {
  /** Of the file, without its ending. */
  readonly name: string
  /** A screen by its name, or one of the manual alone. */
  readonly screen: string | Screen
  /** The panel of this kind with its tabs; left out: the sheet that is open, else the whole window. */
  readonly kind?: string
  /** The panel fills the window meanwhile. */
  readonly fills?: true
  /** The most CSS px from the top of the part that are shown. */
  readonly height?: number
  /** A part that is no panel, and the CSS px below it that are shown too. */
  readonly part?: string
  readonly below?: number
}

const filled = (name: string, kind: string, screen: string, height = 420): ManualPicture => ({
  name,
  kind,
  screen,
  height,
  fills: true,
})

/** On a window so high that every field of the ticket and its foot have room. */
const WHOLE_TICKET: Screen = {
  name: 'whole-ticket',
  async show(page) {
    await page.setViewportSize({ width: 1366, height: 1240 })
    await SCREENS.find(({ name }) => name === 'ticket-limit')?.show(page)
  },
  leave: (page) => page.setViewportSize({ width: 1366, height: 768 }),
}

/** Waits until the sheet of a block can be reviewed. */
const reviewable = (page: Page) =>
  page
    .getByRole('dialog')
    .getByRole('button', { name: /^Review/ })
    .waitFor()

/** Reviews a block of four customers in its sheet, types the count and sends it. */
async function sendBlockOfFour(page: Page): Promise<void> {
  await page.keyboard.press('Control+Enter')
  await page.getByRole('group', { name: 'Review' }).waitFor()
  await letStand(page)
  await page.keyboard.type('4')
  await page.keyboard.press('Enter')
}

/** A block for four customers, filled in by its line and previewed. */
const BLOCK_SHEET: Screen = {
  name: 'block-sheet',
  async show(page) {
    await page.setViewportSize({ width: 1600, height: 760 })
    await typeLine(page, 'C1042:4,C2007:2,C3311:1,C3312:1 b 0.081 btc bid-200t x5')
    await page.keyboard.press('Enter')
    await reviewable(page)
  },
  leave: (page) => page.setViewportSize({ width: 1366, height: 768 }),
}

/** The same block once it was sent. */
const BLOCK_STRIP: Screen = {
  name: 'block-strip',
  async show(page) {
    await BLOCK_SHEET.show(page)
    await sendBlockOfFour(page)
    await page
      .getByRole('region', { name: /^Block B/ })
      .getByText('requested 4 of 4')
      .waitFor()
  },
  leave: (page) => page.setViewportSize({ width: 1366, height: 768 }),
}

/** A new amount of that block, split over its orders. */
const BLOCK_AMOUNT: Screen = {
  name: 'block-amount',
  async show(page) {
    await BLOCK_STRIP.show(page)
    const strip = page.getByRole('region', { name: /^Block B/ })
    await strip
      .getByRole('button', { name: /^Amount/ })
      .first()
      .waitFor()
    await page.keyboard.press('Control+F9')
    await page.keyboard.press('a')
    await page.getByRole('dialog', { name: /^New amount/ }).waitFor()
    await page.keyboard.type('+0.041')
    await page.getByRole('table', { name: 'Each customer before and after' }).waitFor()
    // The limits are asked about the whole before the review.
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Review/ })
      .waitFor()
    await page.keyboard.press('Control+Enter')
  },
  leave: (page) => page.setViewportSize({ width: 1366, height: 768 }),
}

/** Targets of a group of four customers, which get their group first. */
const REBALANCE: Screen = {
  name: 'rebalance',
  async show(page) {
    for (const code of ['C1042', 'C2007', 'C3311', 'C5501']) {
      await page.keyboard.press('F4')
      await page
        .getByRole('grid', { name: 'Customers', exact: true })
        .getByRole('row', { name: new RegExp(code) })
        .click()
      await page.getByRole('button', { name: 'Edit', exact: true }).click()
      await page.getByRole('dialog').getByLabel('Group').fill('macro')
      await page.keyboard.press('Control+Enter')
      await sendReview(page, /macro/)
    }
    await typeLine(page, 'rebalance @macro')
    await page.keyboard.press('Enter')
    const line = page.getByRole('textbox', { name: 'Target line' })
    for (const target of ['btc 12.5 %', 'eth -5 %', 'sol 0']) {
      await line.fill(target)
      await line.press('Enter')
    }
    await page.getByRole('grid', { name: 'Proposed blocks' }).getByText('closes 1').waitFor()
    await line.press('Enter')
    await page.keyboard.press('Home')
  },
}

/** A block at the market, and the report about it. */
const FAIRNESS: Screen = {
  name: 'fairness',
  async show(page) {
    await typeLine(page, 'C1042:4,C2007:2,C3311:1,C3312:1 b 0.083 btc m')
    await page.keyboard.press('Enter')
    await reviewable(page)
    await sendBlockOfFour(page)
    await page
      .getByRole('region', { name: /^Block B/ })
      .getByText('nothing is live')
      .first()
      .waitFor()
    await panel('fairness', 'fairness', 'Fairness').show(page)
  },
}

/** A withdrawal-sized order that waits for a second dealer. */
const APPROVALS: Screen = {
  name: 'approvals',
  async show(page) {
    await panel('approvals', 'approvals', 'Waiting for a second dealer').show(page)
    for (const name of ['J. Smith', 'A. Okafor']) {
      await page.locator('#dealer-new-name').fill(name)
      await page.locator('#dealer-new-role').fill(name === 'J. Smith' ? 'dealer' : 'senior dealer')
      await page.locator('#dealer-new-passphrase').fill(`passphrase of ${name}`)
      await page.locator('#dealer-new-again').fill(`passphrase of ${name}`)
      await page.keyboard.press('Enter')
      await page.getByRole('region', { name: 'Dealers', exact: true }).getByText(name).waitFor()
    }
    await page.locator('#prove-passphrase').fill('passphrase of J. Smith')
    await page.keyboard.press('Enter')
    await page.getByText('The passphrase was typed in this run.').waitFor()
    await page.locator('#four-eyes-orders').fill('5000')
    await page.keyboard.press('Enter')
    await page.getByText('of 5000 USDC or more. 0 waiting').waitFor()
    await command(page, 'C1042 b 0.2 btc bid-5%')
    await command(page, 'C2007 s 0.1 btc ask+5%')
    await page.getByRole('grid', { name: 'Waiting for a second dealer' }).focus()
    await page.keyboard.press('Home')
    await page.keyboard.press('Enter')
    await page.getByRole('form', { name: 'Request 1' }).waitFor()
  },
}

/** The warning of an order at a better price than another customer's, once the firm has set the limit. */
const CONFLICTS_AHEAD: Screen = {
  name: 'conflicts-ahead',
  async show(page) {
    await command(page, 'C2007 b 0.02 btc bid-3%')
    await typeLine(page, 'limits')
    await page.keyboard.press('Enter')
    const field = 'Ahead of other customers, warns above'
    await tabTo(page, page.getByRole('textbox', { name: field }))
    await page.keyboard.type('0')
    await page.keyboard.press('Control+Enter')
    await sendReview(page, 'SAVE 1 change of the limits')
    await command(page, 'C1042 b 0.03 btc bid-2%')
    await page.getByRole('dialog').getByText('goes ahead of the buy of C2007').waitFor()
  },
}

/** Two customers whose orders may trade with each other, and the report about them. Below the amount from which orders wait for a second dealer. */
const CONFLICTS: Screen = {
  name: 'conflicts',
  async show(page) {
    for (const [code, line] of [
      ['C2007', 's 0.02 btc ask+2%'],
      ['C1042', 'b 0.03 btc ask+2.5%'],
    ] as const)
      await command(page, `${code} ${line}`)
    const sheet = page.getByRole('dialog')
    await page.keyboard.type(/Type (\d+) to send/.exec(await sheet.innerText())?.[1] ?? '')
    await page.keyboard.press('Enter')
    await sheet.waitFor({ state: 'hidden' })
    await command(page, 'C3311 b 0.01 eth m')
    await command(page, 'C5501 b 0.01 eth m')
    await panel('conflicts', 'conflicts', 'Conflicts').show(page)
    const warned = page.getByRole('grid', { name: 'Warnings before the send' })
    await warned.getByRole('row', { name: /C1042.*sent.*the sell of C2007/ }).waitFor()
  },
}

/** In an order in which none disturbs the next: a halt stays, and so does a notice that must be acknowledged. */
const PICTURES: readonly ManualPicture[] = [
  { name: 'watch-wall', screen: 'watch-wall' },
  { name: 'status-bar', screen: 'desk', part: '.statusbar' },
  { name: 'watchlist', kind: 'watchlist', screen: 'desk' },
  { name: 'customers', kind: 'customers', screen: 'desk' },
  { name: 'ladder', kind: 'ladder', screen: 'ladder-proposal' },
  { name: 'ticket', kind: 'ticket', screen: WHOLE_TICKET },
  { ...filled('chart', 'chart', '', 480), screen: panel('chart', 'chart', 'Chart') },
  { name: 'command-line', screen: 'read-back', part: '.commandline', below: 150 },
  { name: 'positions', kind: 'positions', screen: 'position-flatten' },
  filled('orders', 'orders', 'table-orders', 220),
  { name: 'order', screen: 'sheet-order', height: 480 },
  filled('trades', 'trades', 'table-trades', 300),
  filled('ledger', 'ledger', 'panel-ledger', 300),
  filled('quote-board', 'quoteBoard', 'panel-quote-board', 300),
  filled('time-and-sales', 'marketTrades', 'panel-time-and-sales', 300),
  filled('instruments', 'instruments', 'panel-instruments', 300),
  filled('collateral', 'collateral', 'panel-collateral', 300),
  filled('fees', 'fees', 'panel-fees', 300),
  filled('margin', 'margin', 'panel-margin', 420),
  filled('limits', 'limits', 'panel-limits', 640),
  filled('reconciliation', 'reconciliation', 'panel-reconciliation', 300),
  filled('risk-board', 'riskBoard', 'panel-risk-board', 420),
  filled('statements', 'statements', 'panel-statements', 460),
  filled('webhooks', 'webhooks', 'panel-webhooks', 300),
  filled('alerts', 'alerts', 'panel-alerts', 300),
  filled('diagnostics', 'diagnostics', 'panel-diagnostics', 560),
  filled('settings', 'settings', 'panel-settings', 480),
  filled('venue-profile', 'venue', 'panel-venue', 480),
  { name: 'practice-tour', kind: 'tour', screen: TOUR },
  { name: 'kill-switch', screen: 'sheet-kill' },
  { name: 'limits-warn', screen: 'sheet-override' },
  { ...filled('notices', 'notices', '', 420), screen: NOTICE_DETAILS },
  { ...filled('rebalance', 'rebalance', '', 380), screen: REBALANCE },
  { name: 'block', screen: BLOCK_SHEET },
  { name: 'block-strip', screen: BLOCK_STRIP, part: '.block-strip' },
  { name: 'block-amount', screen: BLOCK_AMOUNT },
  { ...filled('fairness', 'fairness', '', 300), screen: FAIRNESS },
  { ...filled('approvals', 'approvals', '', 300), screen: APPROVALS },
  { ...filled('conflicts', 'conflicts', '', 640), screen: CONFLICTS },
  // Sets a limit that would warn of the orders of the scene before.
  { name: 'conflicts-ahead', screen: CONFLICTS_AHEAD },
]

const screenOf = ({ name, screen }: ManualPicture): Screen => {
  const found = typeof screen === 'string' ? SCREENS.find((known) => known.name === screen) : screen
  if (!found) throw new Error(`no screen for the picture ${name}`)
  return found
}

/** The part of the page that a picture shows, CSS px. */
async function clipOf(page: Page, { kind, part, height, below = 0 }: ManualPicture) {
  const sheet = page.getByRole('dialog')
  const selector = kind === undefined ? part : `[data-panel="${kind}"]`
  const shown =
    selector !== undefined
      ? page.locator(selector).first()
      : (await sheet.count()) > 0
        ? sheet
        : page.locator('body')
  const box = await shown.boundingBox()
  if (!box) throw new Error('the part of a picture is not on screen')
  const above = kind === undefined || OWN_HEAD.has(kind) ? 0 : TABS
  return {
    x: box.x,
    y: Math.max(0, box.y - above),
    width: box.width,
    height: Math.min(box.height + above + below, height ?? Infinity),
  }
}

/** `page`: signed in, with orders to show. `isWanted` by the name of a picture. */
export async function takeManualPictures(
  page: Page,
  isWanted: (picture: Pick<ManualPicture, 'name'>) => boolean,
): Promise<void> {
  for (const picture of PICTURES.filter(isWanted)) {
    const screen = screenOf(picture)
    await screen.show(page)
    if (picture.fills) await page.keyboard.press('Control+F10')
    // A canvas follows the size of its panel in a later frame.
    await letStand(page)
    const path = join(FOLDER, `${picture.name}.png`)
    await page.screenshot({ path, clip: await clipOf(page, picture) })
    console.log(`Saved ${path}`)
    if (picture.fills) await page.keyboard.press('Control+F10')
    await backToPanels(page)
    await screen.leave?.(page)
  }
}

/** The sheet of updates with a downloaded release. `page`: of a terminal that can be updated, signed in, with orders to show. */
export async function takeUpdates(page: Page): Promise<void> {
  await page.keyboard.press('Control+p')
  await page.keyboard.type('updates')
  await page.getByRole('option', { name: /^Updates/ }).waitFor()
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Updates' })
  await sheet.getByText('Last answer').waitFor()
  await letStand(page)
  for (const name of ['Look for a newer release', /^Download/]) {
    const button = sheet.getByRole('button', { name })
    await button.waitFor()
    await tabTo(page, button)
    await letStand(page)
    await page.keyboard.press('Enter')
  }
  await sheet.getByRole('list', { name: 'What stays' }).waitFor()
  // The same on every machine that takes the pictures.
  await sheet
    .getByRole('textbox', { name: 'Address' })
    .evaluate((field) => ((field as HTMLInputElement).value = 'https://updates.broker.example/openpit'))
  const path = join(FOLDER, 'updates.png')
  await page.screenshot({ path, clip: await clipOf(page, { name: 'updates', screen: 'desk' }) })
  console.log(`Saved ${path}`)
}

/** The sign-in alone, before anybody signed in. */
export async function takeSignIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Open the paper desk' }).waitFor()
  // The same on every machine that takes the pictures.
  for (const [name, path] of [
    ['Data folder', '/home/dealer/.config/openpit'],
    ['Manual', '/opt/openpit/docs/manual/README.md'],
  ] as const)
    await page.getByLabel(name).evaluate((field, shown) => ((field as HTMLInputElement).value = shown), path)
  const box = await page.locator('main').boundingBox()
  if (!box) throw new Error('the sign-in is not on screen')
  const clip = {
    x: box.x - MARGIN,
    y: box.y - MARGIN,
    width: box.width + 2 * MARGIN,
    height: box.height + 2 * MARGIN,
  }
  await page.screenshot({ path: join(FOLDER, 'sign-in.png'), clip })
}
