import { openBroker } from '../../../electron/broker/broker.ts'
import { PLAIN_VARIANT } from '../../../electron/paper/apiVariants.ts'
import { SAMPLE_CUSTOMERS } from '../../../electron/paper/brokerage/customers.ts'
import type { DecimalText } from '../../../shared/base/decimal.ts'
import { seededRandom } from '../../../shared/base/random.ts'
import { ok } from '../../../shared/base/result.ts'
import { plainDraft } from '../../../shared/domain/orders/order.ts'
import type { CustomerCode, ReferenceId, Symbol } from '../../../shared/domain/scalars.ts'
import { clock } from '../../contract/transports.ts'
import { startLivePaper } from '../../fakes/venue/livePaper.ts'
import { profileOf } from '../../fakes/venue/secondVariant.ts'
import { quietExchange } from '../../sim/world/quietExchange.ts'
import { expect, test } from '../desk.ts'
import { seeBook, sendBlock, typeLine } from '../story.ts'
import { otherVenue, typeCredentials } from '../venue.ts'

const SELLER = 'SELLER' as CustomerCode
/** Below every bid of the market, so that both orders rest and fill at this price and no other. */
const PRICE = '59980' as DecimalText

test('a dealer sends a block and reads in the fairness report that it was fair to its customers; all by keyboard', async ({
  openTerminal,
  atEnd,
}) => {
  const paper = await startLivePaper({
    exchange: quietExchange(clock, seededRandom(1)),
    customers: [...SAMPLE_CUSTOMERS, { code: SELLER, collateral: '100000000' as DecimalText }],
  })
  atEnd(() => paper.close())
  const file = otherVenue(paper)
  atEnd(() => file.remove())
  const { page, complaints } = await openTerminal('--venue', file.path)
  await typeCredentials(page, paper.username, paper.password)
  await seeBook(page)
  // Five lots at weights of 2 and 1: three and two.
  await typeLine(page, `C1042:2,C2007:1 b 0.005 btc @${PRICE}`)
  await page.keyboard.press('Enter')
  await sendBlock(page, 2)
  const strip = page.getByRole('region', { name: /^Block B/ })
  await expect(strip).toContainText('resting 2')

  const other = openBroker({ clock, random: seededRandom(4) })(profileOf(PLAIN_VARIANT, paper))
  atEnd(() => other.close())
  await other.signIn({ username: paper.username, password: paper.password })
  const sale = plainDraft({
    customerCode: SELLER,
    symbol: 'BTCUSDC_PERP' as Symbol,
    side: 'sell',
    type: 'limit',
    // All bids of the market are 32, and the venue takes at most 2,000,000 USDC at once.
    amount: '33' as DecimalText,
    limitPrice: PRICE,
    timeInForce: 'IOC',
  })
  const sold = await other.createOrder('sale-1' as ReferenceId, sale, () => Promise.resolve(ok(null)))
  expect(sold).toMatchObject({ kind: 'accepted' })
  await expect(strip).toContainText('filled 2')

  await typeLine(page, 'fairness')
  await page.keyboard.press('Enter')
  const report = page.getByRole('grid', { name: 'Fairness' })
  const cellsOf = (code: string) => report.getByRole('row', { name: code }).getByRole('gridcell')
  // Blocks, first and by turns, place and middle, lots above the exact share, price above that of all in ticks and bps.
  await expect(cellsOf('C1042')).toHaveText([
    /C1042/,
    '1',
    '1',
    '0.5',
    '1.0',
    '1.5',
    '-0.33',
    '0.00',
    '0.000',
    '',
  ])
  await expect(cellsOf('C2007')).toHaveText([
    /C2007/,
    '1',
    '0',
    '0.5',
    '2.0',
    '1.5',
    '+0.33',
    '0.00',
    '0.000',
    '',
  ])
  await expect(page.getByRole('status', { name: 'Fairness' })).toContainText(
    'Within one lot and one tick” holds for 1 of 1 block',
  )
  expect(complaints).toEqual([])
})
