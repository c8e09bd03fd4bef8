/** A terminal on a venue of many customers who hold positions, and the screens whose density only many customers show: a block and the risk board. */

import type { Page } from 'playwright'
import { openBroker } from '../../../electron/broker/broker.ts'
import { PLAIN_VARIANT } from '../../../electron/paper/apiVariants.ts'
import type { DecimalText } from '../../../shared/base/decimal.ts'
import { seededRandom } from '../../../shared/base/random.ts'
import { ok } from '../../../shared/base/result.ts'
import { plainDraft } from '../../../shared/domain/orders/order.ts'
import type { CustomerCode, ReferenceId, Symbol } from '../../../shared/domain/scalars.ts'
import { clock } from '../../contract/transports.ts'
import { importFile } from '../../e2e/customers/importFile.ts'
import { chooseCustomer, command, ladder, sendBlock, typeLine } from '../../e2e/story.ts'
import { otherVenue, typeCredentials } from '../../e2e/venue.ts'
import { panel, type Screen } from '../../e2e/window/screens.ts'
import { openCountingProxy } from '../../fakes/venue/countingProxy.ts'
import { startLivePaper } from '../../fakes/venue/livePaper.ts'
import { profileOf } from '../../fakes/venue/secondVariant.ts'
import { startTerminal } from '../../support/runTerminal.ts'

const FIRST =
  'Acme Blue Cobalt Delta Elm Fenwick Granite Harbor Isla Juniper Kestrel Lumen Mesa Nord Orchard Pacific'
const LAST = 'Pension Capital Partners Trust'
const NAMES = LAST.split(' ').flatMap((last) => FIRST.split(' ').map((first) => `${first} ${last}`))
const GROUPS = ['macro', 'macro', 'macro', 'hedge', 'private'] as const
/** USDC: from a beginner to a fund. */
const COLLATERAL = ['42000', '86500', '155000', '9800', '310000', '61250', '1200000', '24500']
/** Amounts of a position, by instrument. */
const HELD = [
  ['BTC', ['0.85', '-0.42', '1.9', '0.12', '-2.4']],
  ['ETH', ['14.2', '-31', '6.5', '2.25', '44']],
  ['SOL', ['180.5', '-96', '420', '35.25', '-610']],
  ['XRP', ['41000', '-18500', '7200']],
  ['LINK', ['820.5', '-1450', '365']],
] as const
/** Orders of the block that reach the venue before the line holds the others back. */
const BEFORE_HELD = 41

const CUSTOMERS = NAMES.map((name, n) => ({
  code: `C${1001 + n * 37}` as CustomerCode,
  name,
  group: GROUPS[n % GROUPS.length] ?? '',
  ratio: 20 + ((n * 17) % 90),
  collateral: (COLLATERAL[n % COLLATERAL.length] ?? '50000') as DecimalText,
}))
/** The customers with a position in each of one to three instruments, and its amount; below zero is short. */
const POSITIONS = CUSTOMERS.flatMap(({ code }, n) =>
  Array.from({ length: 1 + (n % 3) }, (_, turn) => {
    const [underlying, amounts] = HELD[(n + turn * 2) % HELD.length] ?? HELD[0]
    return { code, symbol: `${underlying}USDC_PERP` as Symbol, amount: amounts[n % amounts.length] ?? '1' }
  }),
)

export interface ManyCustomers {
  readonly url: string
  /** Signs in, gives the customers names and groups, and lets two orders rest. */
  readonly prepare: (page: Page) => Promise<void>
  stop(): Promise<void>
}

/** Buys and sells at the market before any terminal is signed in. */
async function openPositions(paper: Awaited<ReturnType<typeof startLivePaper>>): Promise<void> {
  const broker = openBroker({ clock, random: seededRandom(4) })(profileOf(PLAIN_VARIANT, paper))
  try {
    await broker.signIn({ username: paper.username, password: paper.password })
    await Promise.all(
      POSITIONS.map(({ code, symbol, amount }, n) =>
        broker.createOrder(
          `before-${n}` as ReferenceId,
          plainDraft({
            customerCode: code,
            symbol,
            side: amount.startsWith('-') ? 'sell' : 'buy',
            type: 'market',
            amount: amount.replace('-', '') as DecimalText,
          }),
          async () => ok(null),
        ),
      ),
    )
  } finally {
    broker.close()
  }
}

const strip = (page: Page) => page.getByRole('region', { name: /^Block B/ })

async function openManyBlock(page: Page): Promise<void> {
  const shares = CUSTOMERS.map(({ code, ratio }) => `${code}:${ratio}`).join()
  await typeLine(page, ' ')
  await page.keyboard.insertText(`${shares} b 3.2 btc ask`)
  await page
    .getByRole('search', { name: 'Command' })
    .getByText(/Enter fills in the block/)
    .waitFor()
  await page.keyboard.press('Enter')
  await page
    .getByRole('dialog', { name: 'Block order' })
    .getByRole('button', { name: /^Review/ })
    .waitFor({ timeout: 60_000 })
}

export const MANY_SCREENS: readonly Screen[] = [
  {
    name: 'many-risk-board',
    async show(page) {
      await panel('risk-board', 'risk', 'Risk board').show(page)
      await page.keyboard.press('Control+F10')
      await page.getByRole('region', { name: 'Totals by group' }).waitFor()
      // The margin profiles of so many customers are read one after the other.
      await page
        .getByRole('region', { name: 'Shock' })
        .getByText(/not known to be safe/)
        .waitFor({ state: 'detached', timeout: 60_000 })
    },
    leave: (page) => page.keyboard.press('Control+F10'),
  },
  { name: 'many-block', show: openManyBlock },
  {
    // The last of all: its strip stays in every window.
    name: 'many-block-sending',
    async show(page) {
      if (!(await strip(page).isVisible())) {
        await openManyBlock(page)
        const sheet = page.getByRole('dialog', { name: 'Block order' })
        const count = /Customers\s+(\d+) of/.exec(
          await sheet.getByRole('region', { name: 'Basket' }).innerText(),
        )?.[1]
        await sendBlock(page, Number(count))
      }
      await strip(page)
        .getByText(/on the way \d/)
        .waitFor()
    },
  },
]

export async function startManyCustomers(): Promise<ManyCustomers> {
  const paper = await startLivePaper({ customers: CUSTOMERS })
  const line = await openCountingProxy(paper.restUrl, BEFORE_HELD)
  const file = otherVenue({ restUrl: line.restUrl, streamUrl: paper.streamUrl })
  await openPositions(paper)
  const terminal = await startTerminal('--venue', file.path)
  return {
    get url() {
      return terminal.url
    },
    async prepare(page) {
      await typeCredentials(page, paper.username, paper.password)
      // So many customers take a busy machine longer than a story waits.
      await ladder(page).getByRole('gridcell').first().waitFor({ state: 'attached', timeout: 60_000 })
      await importFile(page, [
        'customer_code,name,group,ratio',
        ...CUSTOMERS.map(({ code, name, group, ratio }) => [code, name, group, ratio].join()),
      ])
      await chooseCustomer(page, 'C1001')
      // Orders that rest far from the market, for the column Orders.
      await command(page, 'C1038 b 0.2 btc bid-5%')
      await command(page, 'C1075 s 4 eth ask+5%')
    },
    async stop() {
      line.passAll()
      await terminal.stop()
      await line.close()
      await paper.close()
      file.remove()
    },
  }
}
