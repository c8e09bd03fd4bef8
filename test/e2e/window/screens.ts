/** Every screen and sheet of the terminal, and how a dealer gets to it by keyboard. For pictures and for what is judged on each of them. */

import { expect, type Page } from '@playwright/test'
import {
  arm,
  blotter,
  chooseCustomer,
  command,
  ladder,
  letStand,
  orNotices,
  propose,
  seeBook,
  sendBlock,
  typeLine,
} from '../story.ts'

/** A display: CSS px of its window, and device px per CSS px. */
export interface Display {
  readonly name: string
  readonly viewport: { readonly width: number; readonly height: number }
  readonly deviceScaleFactor: number
}

export const DISPLAYS: readonly Display[] = [
  { name: '1366x768', viewport: { width: 1366, height: 768 }, deviceScaleFactor: 1 },
  { name: '1920x1080', viewport: { width: 1920, height: 1080 }, deviceScaleFactor: 1 },
  { name: '2560x1440', viewport: { width: 2560, height: 1440 }, deviceScaleFactor: 1 },
  // A screen of 1920 × 1080 at a zoom of 150 % and of 200 %.
  { name: '1920x1080-zoom150', viewport: { width: 1280, height: 720 }, deviceScaleFactor: 1.5 },
  { name: '1920x1080-zoom200', viewport: { width: 960, height: 540 }, deviceScaleFactor: 2 },
]

export interface Screen {
  readonly name: string
  /** Starts from the desk without a sheet and with an empty command line. */
  readonly show: (page: Page) => Promise<void>
  /** Puts back what Escape does not. */
  readonly leave?: (page: Page) => Promise<void>
}

async function line(page: Page, text: string): Promise<void> {
  await typeLine(page, text)
  await page.keyboard.press('Enter')
}

const sheet = (name: string, open: (page: Page) => Promise<void>): Screen => ({
  name: `sheet-${name}`,
  async show(page) {
    await open(page)
    await expect(page.getByRole('dialog')).toBeVisible()
  },
})

const ofKey = (name: string, key: string): Screen => sheet(name, (page) => page.keyboard.press(key))

const ofButton = (name: string, button: string): Screen =>
  sheet(name, (page) => page.getByRole('button', { name: button, exact: true }).first().click())

/** The sheet of one row of a table, which `keys` walk to and open. */
const ofRow = (name: string, key: 'F7' | 'F8', grid: string, ...keys: readonly string[]): Screen =>
  sheet(name, async (page) => {
    await blotter(page, key, grid)
    for (const pressed of keys) await page.keyboard.press(pressed)
  })

/** A panel that a word of the command line opens. */
export const panel = (name: string, typed: string, title: string): Screen => ({
  name: `panel-${name}`,
  async show(page) {
    await line(page, typed)
    // Some panels share their name with another region of the window.
    const region = page.getByRole('main').getByRole('region', { name: title, exact: true })
    await expect(region).toBeVisible()
    // Its code is fetched and its first reading is there.
    await expect(region.getByText(/^(Opening…|Waiting for|Reading)/)).toHaveCount(0)
    await expect(region.locator(':focus')).toHaveCount(1)
  },
})

/** The ledger proof of the first customer. */
const RECONCILIATION: Screen = {
  name: 'panel-reconciliation',
  async show(page) {
    await panel('reconciliation', 'recon', 'Reconciliation').show(page)
    for (const pressed of ['End', 'Home']) await page.keyboard.press(pressed)
    await expect(page.getByLabel('Ledger proof')).toBeVisible()
  },
}

/** The statement of this month, made from what the paper broker shows. */
const STATEMENTS: Screen = {
  name: 'panel-statements',
  async show(page) {
    await panel('statements', 'statement C1042', 'Statements').show(page)
    await page.getByRole('combobox', { name: 'Period, UTC' }).selectOption('this month')
    await page.getByRole('button', { name: 'Make the statement' }).click()
    await expect(page.getByRole('status', { name: 'Proof' })).toBeVisible()
  },
}

/** The tour with an order to place: the steps before were done by the screens before, or are skipped. */
export const TOUR: Screen = {
  name: 'panel-practice-tour',
  async show(page) {
    await panel('practice-tour', 'tour', 'Practice tour').show(page)
    const tour = page.getByRole('region', { name: 'Practice tour' })
    const wanted = tour.getByRole('heading', { name: 'Place a limit order that rests' })
    await tour.getByRole('heading').first().waitFor()
    while (!(await wanted.isVisible())) {
      const before = await tour.getByRole('heading').innerText()
      await tour.getByRole('button', { name: 'Skip this step' }).click()
      await expect(tour.getByRole('heading', { name: before })).toHaveCount(0)
    }
  },
}

/** Alerts of every kind, set once for all displays. */
const ALERTS: Screen = {
  name: 'panel-alerts',
  async show(page) {
    await panel('alerts', 'alerts', 'Alerts').show(page)
    if (!(await page.getByText('No alerts.').isVisible())) return
    await page.keyboard.press('a')
    for (const typed of [
      'btc > 90000 !',
      'btc spread 40bps',
      'eth funding > 0.05',
      'liq 10',
      'margin 10k C1042 !',
      'age 5m',
      'fills C1042',
      'rejects !',
      'connection !',
    ]) {
      await page.keyboard.type(typed)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('textbox', { name: 'Alert line' })).toHaveValue('')
    }
    await page.keyboard.press('Escape')
  },
}

const table = (key: 'F6' | 'F7' | 'F8', name: string): Screen => ({
  name: `table-${name.toLowerCase()}`,
  show: async (page) => void (await blotter(page, key, name)),
})

/** The ticket of a new order, filled in as far as `type` needs it. */
async function fillTicket(page: Page, type: string, fields: Readonly<Record<string, string>>): Promise<void> {
  const form = page.getByRole('form', { name: 'Order ticket' })
  await form.getByRole('radiogroup', { name: 'Type' }).getByRole('radio', { name: type, exact: true }).click()
  await form.getByRole('radiogroup', { name: 'Side' }).getByRole('radio', { name: 'SELL' }).click()
  for (const [label, text] of Object.entries(fields)) await form.getByLabel(label, { exact: true }).fill(text)
}

const armedLadder: Screen = {
  name: 'ladder-proposal',
  async show(page) {
    await page.keyboard.press('F5')
    await page.keyboard.press('Space')
    await arm(page)
    await page.keyboard.press('[')
    await propose(page, 'b', page.locator('.ladder-proposal'))
  },
  async leave(page) {
    await page.keyboard.press('F5')
    await page.keyboard.press('F10')
  },
}

/** The deposit sheet of the first customer. */
async function openDeposit(page: Page): Promise<void> {
  await page.keyboard.press('F4')
  await expect(page.getByRole('grid', { name: 'Customers', exact: true })).toBeFocused()
  await page.keyboard.press('Home')
  await page.keyboard.press('d')
  await expect(page.getByRole('dialog').getByLabel('Amount')).toBeVisible()
}

/** The prices moved by a shock that some of the customers do not survive. */
const SHOCKED: Screen = {
  name: 'panel-risk-board-shock',
  async show(page) {
    await panel('risk-board', 'risk', 'Risk board').show(page)
    const slider = page.getByLabel('Shock in percent')
    await slider.fill('-20')
    await expect(page.getByRole('region', { name: 'Shock' })).toContainText('At -20.0 %')
  },
  async leave(page) {
    await panel('risk-board', 'risk', 'Risk board').show(page)
    await page.getByRole('button', { name: 'No shock' }).click()
  },
}

/** A block of four customers far from the market, previewed. */
async function openBlock(page: Page): Promise<void> {
  await line(page, 'C1042:4,C2007:2,C3311:1,C3312:1 b 0.081 btc bid-5% x5')
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Review/ })).toBeVisible()
}

const BLOCK_REVIEW: Screen = sheet('block-review', async (page) => {
  await openBlock(page)
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('group', { name: 'Review' })).toContainText('4 customers')
})

/** The strip of that block, which is over and gone once the screen is left. */
const BLOCK_STRIP: Screen = {
  name: 'block-strip',
  async show(page) {
    await openBlock(page)
    await sendBlock(page, 4)
    await expect(blockStrip(page)).toContainText('requested 4 of 4')
  },
  async leave(page) {
    await page.keyboard.press('Control+F9')
    await expect(blockStrip(page)).toBeFocused()
    await page.keyboard.press('Shift+Delete')
    await expect(blockStrip(page).getByRole('button', { name: /Cancel the whole block/ })).toBeVisible()
    await letStand(page)
    await page.keyboard.press('Enter')
    await expect(blockStrip(page)).toContainText('ended 4')
    await page.keyboard.press('x')
    await expect(blockStrip(page)).toHaveCount(0)
  },
}

const blockStrip = (page: Page) => page.getByRole('region', { name: /^Block B/ })

export const SCREENS: readonly Screen[] = [
  { name: 'desk', show: (page) => seeBook(page) },
  armedLadder,
  {
    name: 'ladder-off-market',
    async show(page) {
      await page.keyboard.press('F5')
      for (let n = 0; n < 40; n++) await page.keyboard.press('PageUp')
      await expect(page.getByRole('grid', { name: 'Ladder BTCUSDC_PERP' })).toBeFocused()
    },
    async leave(page) {
      await page.keyboard.press('F5')
      await page.keyboard.press('Space')
    },
  },
  {
    name: 'ticket-limit',
    show: (page) => fillTicket(page, 'Limit', { Amount: '1.5', Limit: '65000', Leverage: '5' }),
  },
  {
    name: 'ticket-oco',
    show: (page) => fillTicket(page, 'OCO', { Amount: '0.4', 'Take profit': '70000', 'Stop loss': '55000' }),
  },
  {
    name: 'read-back',
    async show(page) {
      // No `pos`: the orders that rest near the market may fill, and a sentence of an old position is dropped.
      await line(page, '# s 0.402 btc oco 70000/55000 x5')
      await expect(page.getByRole('search', { name: 'Command' })).toContainText('Enter sends')
    },
  },
  {
    name: 'position-flatten',
    async show(page) {
      await blotter(page, 'F6', 'Positions')
      await page.keyboard.press('Home')
      await page.keyboard.press('f')
      await expect(page.getByText(/FLATTEN/).first()).toBeVisible()
    },
  },
  table('F6', 'Positions'),
  table('F7', 'Orders'),
  table('F8', 'Trades'),
  panel('ledger', 'ledger C1042', 'Ledger'),
  panel('quote-board', 'quotes', 'Quote board'),
  panel('time-and-sales', 'tape', 'Time and sales'),
  panel('instruments', 'instruments', 'Instruments'),
  panel('collateral', 'coll C1042', 'Collateral'),
  panel('fees', 'fee C1042', 'Fees'),
  panel('margin', 'lev C1042', 'Margin'),
  panel('limits', 'limits C1042', 'Limits'),
  RECONCILIATION,
  panel('risk-board', 'risk', 'Risk board'),
  SHOCKED,
  panel('rebalance', 'rebalance', 'Rebalance'),
  panel('fairness', 'fairness', 'Fairness'),
  panel('conflicts', 'conflicts', 'Conflicts'),
  panel('approvals', 'approvals', 'Waiting for a second dealer'),
  sheet('block', openBlock),
  BLOCK_REVIEW,
  BLOCK_STRIP,
  panel('webhooks', 'webhooks', 'Webhooks'),
  STATEMENTS,
  ALERTS,
  panel('diagnostics', 'diag', 'Diagnostics'),
  panel('settings', 'settings', 'Settings'),
  panel('venue', 'venue', 'Venue profile'),
  ofKey('keys', 'F1'),
  ofKey('customer', 'F2'),
  sheet('customer-several', async (page) => {
    await page.keyboard.press('F2')
    await page.keyboard.type('C33')
    await expect(page.getByRole('dialog')).toContainText('Enter chooses none yet')
  }),
  ofKey('instrument', 'F3'),
  ofKey('panel', 'Control+p'),
  ofKey('kill', 'Control+Shift+F12'),
  ofKey('halts', 'Shift+F12'),
  ofButton('sign-out', 'Sign out'),
  panel('notices', 'notices', 'Notices'),
  ofButton('customer-new', 'Add'),
  sheet('deposit', openDeposit),
  ofRow('order', 'F7', 'Orders', 'End', 'Enter'),
  ofRow('order-amend', 'F7', 'Orders', 'End', 'a'),
  sheet('order-amend-refused', async (page) => {
    await blotter(page, 'F7', 'Orders')
    for (const pressed of ['End', 'a']) await page.keyboard.press(pressed)
    const form = page.getByRole('form', { name: 'Change the order' })
    await form.getByLabel('Limit price').fill('620000')
    await expect(form.getByLabel('Limit price')).toHaveAttribute('aria-invalid', 'true')
  }),
  sheet('deposit-review', async (page) => {
    await openDeposit(page)
    await page.getByRole('dialog').getByLabel('Amount').fill('999999999')
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('group', { name: 'Review' })).toContainText('times the present balance')
  }),
  // More than the first warning of the limits that a desk starts with.
  sheet('override', async (page) => void (await command(page, '# b 20 btc bid-1%'))),
  ofRow('trade', 'F8', 'Trades', 'Home', 'Enter'),
  {
    name: 'session-locked',
    async show(page) {
      await page.keyboard.press('Control+Shift+L')
      await expect(unlockField(page)).toBeFocused()
    },
  },
  {
    name: 'watch-wall',
    async show(page) {
      await page.keyboard.press('Control+2')
      const tiles = page.getByRole('grid', { name: 'Quote board' })
      await expect(tiles.getByRole('gridcell').first()).toContainText('funding')
      await expect(ladder(page).getByRole('gridcell')).not.toHaveCount(0)
    },
    async leave(page) {
      await page.keyboard.press('Control+1')
      await expect(page.getByRole('grid', { name: 'Watchlist' })).toBeVisible()
    },
  },
  {
    name: 'halted',
    async show(page) {
      await line(page, 'halt C3312')
      await expect(page.getByRole('dialog')).toBeVisible()
      // An Enter within 150 ms of the sheet does nothing.
      await expect(async () => {
        await page.keyboard.press('Enter')
        await expect(page.getByRole('region', { name: 'Halts in force' })).toBeVisible({ timeout: 300 })
      }).toPass()
    },
  },
]

const OPERATIONS: Screen = {
  name: 'operations',
  async show(page) {
    await page.keyboard.press('Control+3')
    await expect(page.getByRole('grid', { name: 'Customers' })).toBeFocused()
    await expect(page.getByRole('grid', { name: 'Reconciliation' }).getByRole('row').nth(1)).toBeVisible()
  },
  async leave(page) {
    await page.keyboard.press('Control+1')
    await expect(page.getByRole('grid', { name: 'Watchlist' })).toBeVisible()
  },
}

/** The built-in workspaces. */
export const WORKSPACES: readonly Screen[] = [
  ...SCREENS.filter(({ name }) => name === 'desk' || name === 'watch-wall'),
  OPERATIONS,
]

const unlockField = (page: Page) => page.getByLabel(/^Type UNLOCK/)

/** Last of all: a notice that must be acknowledged stands in every window until it is. */
export const NOTICE_DETAILS: Screen = {
  name: 'notice-details',
  async show(page) {
    const notices = page.getByRole('grid', { name: 'Notices' })
    const urgent = notices.getByRole('rowgroup', { name: 'Must acknowledge' })
    await page.keyboard.press('Shift+F1')
    if ((await urgent.count()) === 0) await command(page, 'C7719 b 5 btc m')
    await expect(urgent).toContainText('INSUFFICIENT_FUNDS')
    await page.keyboard.press('Shift+F1')
    await expect(notices).toBeFocused()
    await page.keyboard.press('Home')
  },
}

/** On a terminal that plays a recorded market. */
export const REPLAY_BAR: Screen = {
  name: 'replay',
  async show(page) {
    const bar = page.getByRole('region', { name: 'Replay', exact: true })
    const onward = bar.getByRole('button', { name: 'On 1 min' })
    if (await onward.isEnabled()) await onward.press('Enter')
    await expect(bar.getByRole('status')).toContainText('The recording is over')
  },
}

/** Closes sheets, drops what is typed or proposed, and unlocks the session. */
export async function backToPanels(page: Page): Promise<void> {
  if (await unlockField(page).isVisible()) {
    await page.keyboard.type('UNLOCK')
    await page.keyboard.press('Enter')
    await seeBook(page)
  }
  await expect(async () => {
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 500 })
  }).toPass()
  await page.keyboard.press('Control+k')
  const box = page.getByRole('textbox', { name: 'Command line' })
  await expect(box).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(box).toHaveValue('')
}

/** Orders, positions and trades for every screen to show; ends disarmed. */
export async function prepareWindow(page: Page): Promise<void> {
  await chooseCustomer(page, 'C1042')
  for (const order of [
    // The oldest order rests far from the market.
    '# b 0.5 btc bid-5%',
    '# b $25k btc m x5',
    '# b 0.5 btc bid-70t',
    '# s 1 btc ask+60t',
    '# b 20 eth bid-60t',
    'C2007 s 12 eth m',
    'C3311 b 40 sol m',
  ])
    await command(page, order)
  await page.keyboard.press('F6')
  // The head and three positions; a resting order may have filled and made a fourth.
  await orNotices(page, () =>
    expect(page.getByRole('grid', { name: 'Positions', exact: true }).getByRole('row').nth(3)).toBeVisible(),
  )
  await expect(ladder(page).getByRole('gridcell')).not.toHaveCount(0)
}
