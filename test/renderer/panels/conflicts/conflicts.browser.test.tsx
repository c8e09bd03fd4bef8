/** The conflict report in a window: what it claims, its three tables, its CSV, and what it does not know. */

import { beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fail, ok } from '../../../../shared/base/result.ts'
import { failureOf } from '../../../../shared/contract/failure.ts'
import { decimal, toText } from '../../../../shared/base/decimal.ts'
import type { ConflictReport, SeriesCustomer } from '../../../../shared/domain/conflicts/conflictReport.ts'
import { conflictCsv } from '../../../../renderer/panels/conflicts/conflictColumns.tsx'
import {
  NOW,
  code,
  customerOf,
  orderOf,
  reference,
  sym,
  type ScriptedCore,
} from '../../../fakes/window/scriptedCore.ts'
import { stage } from '../../workspace/stage.tsx'

beforeEach(() => page.viewport(1920, 1080))

const text = (value: string) => toText(decimal(value))
const BTC = sym('BTCUSDC_PERP')

const customer = (word: string, first: number, more: Partial<SeriesCustomer> = {}): SeriesCustomer => ({
  dealer: 'J. Smith, dealer',
  customerCode: code(word),
  blocks: 14,
  first,
  expectedFirst: text('4.7'),
  place: text('1.2'),
  expectedPlace: text('2'),
  lots: null,
  lotsBlocks: 0,
  ticks: text('-2.5'),
  ticksBlocks: 14,
  bps: text('-0.4'),
  bpsBlocks: 14,
  standsOut: [],
  ...more,
})

const REPORT: ConflictReport = {
  from: NOW - 86_400_000,
  to: NOW,
  isProven: true,
  orders: 1_240,
  ordersLeftOut: 12,
  warned: [
    {
      kind: 'crossed',
      at: NOW - 1_000,
      customerCode: code('C1042'),
      what: 'buy 1 BTCUSDC_PERP limit @ 62150',
      referenceId: reference('v1-cross'),
      sentence: 'This order may trade with the sell of C2007, 2 at 62,150.',
    },
    {
      kind: 'ahead',
      at: NOW - 1_500,
      customerCode: code('C1042'),
      what: 'buy 1 BTCUSDC_PERP limit @ 62150',
      referenceId: reference('v1-cross'),
      sentence: 'This order goes ahead of the buy of C2007, 2 at 62,100.',
    },
    {
      kind: 'preference',
      at: NOW - 1_600,
      customerCode: code('C1042'),
      what: 'buy 1 BTCUSDC_PERP limit @ 62150',
      referenceId: null,
      sentence:
        'J. Smith, dealer’s last 2 series of buys for several customers in BTCUSDC_PERP began with C1042.',
    },
    {
      kind: 'one-sided',
      at: NOW - 1_700,
      customerCode: code('C1042'),
      what: 'buy 1 BTCUSDC_PERP limit @ 62150',
      referenceId: reference('v1-again'),
      sentence: 'C1042 was filled, and C2007 was not: its buy of 2 at 62,100 in the same series is live.',
    },
    {
      kind: 'crossed',
      at: NOW - 2_000,
      customerCode: code('C3311'),
      what: 'buy 1 BTCUSDC_PERP limit @ 62151',
      referenceId: null,
      sentence: 'This order may trade with the sell of C2007, 2 at 62,150.',
    },
  ],
  ahead: [
    {
      at: NOW - 5_000,
      symbol: BTC,
      side: 'buy',
      customerCode: code('C1042'),
      referenceId: reference('v1-first'),
      price: text('62140.5'),
      waiting: {
        customerCode: code('C2007'),
        referenceId: reference('v1-late'),
        limitPrice: text('62150'),
        since: NOW - 60_000,
      },
      more: 1,
    },
  ],
  oneSided: [
    {
      at: NOW - 4_000,
      symbol: BTC,
      side: 'buy',
      blockId: null,
      filled: [{ customerCode: code('C1042'), referenceId: reference('v1-first'), amount: text('2') }],
      unfilled: [
        {
          customerCode: code('C2007'),
          referenceId: reference('v1-late'),
          amount: text('1'),
          cashAmount: null,
          limitPrice: text('62150'),
          isLive: true,
        },
      ],
      unknown: 1,
      rowsWithoutOrder: 0,
    },
  ],
  leftOut: 0,
  untimed: 3,
  series: 14,
  customers: [
    customer('C1042', 12, { standsOut: ['first', 'price'] }),
    customer('C2007', 1, { dealer: null }),
  ],
}

async function open(report: ConflictReport | null) {
  const staged = await stage((desk: ScriptedCore) => {
    desk.startWith('customers', [customerOf('C1042', 'Acme'), customerOf('C2007', 'Blue')])
    desk.startWith('orders', [orderOf({ referenceId: reference('v1-first') })])
    desk.answer('order.conflicts', () =>
      report === null ? fail(failureOf('refused', 'The order journal cannot be read: EIO.')) : ok(report),
    )
  })
  await userEvent.keyboard('{Control>}k{/Control}conflicts{Enter}')
  await expect.element(staged.screen.getByRole('grid', { name: 'Customers over series' })).toBeVisible()
  return { ...staged, words: staged.screen.getByRole('status', { name: 'Conflicts' }) }
}

test('says what was found, since when, and what is not known', async () => {
  const { words, screen } = await open(REPORT)
  await expect
    .element(words)
    .toMatchTextContent(/1,240 orders of this desk\. Older orders and orders from elsewhere are not/)
  await expect.element(words).toMatchTextContent(/The 12 orders before these are left out\./)
  await expect.element(words).toMatchTextContent(/Of 3 filled orders nobody knows when the first fill was/)
  await expect
    .element(words)
    .toMatchTextContent(
      /“May cross other customers” warned of 2 orders, and 1 of them was sent\. “Ahead of other customers” warned of 1 order, and it was sent\. “First again” warned of 1 order, and it was not sent\. “Filled while another was not” warned of 1 order, and it was sent\. 1 fill went ahead/,
    )
  await expect
    .element(screen.getByRole('grid', { name: 'Customers over series' }))
    .toMatchTextContent(
      /first in 12 of 14 series of J\. Smith, dealer, where turns would make it 4\.7; 2\.50 ticks better than its series/,
    )
  await expect
    .element(screen.getByRole('grid', { name: 'Fills ahead of older orders' }))
    .toMatchTextContent(
      /C1042.*BUY BTCUSDC_PERP at 62,140\.5.*C2007 waited at 62,150 since .*, and 1 more customer/,
    )
  const warned = screen.getByRole('grid', { name: 'Warnings before the send' })
  await expect
    .element(warned)
    .toMatchTextContent(
      /May cross other customers△ sent.*Ahead of other customers△ sent.*C2007, 2 at 62,100.*First againnot sent.*Filled while another was not△ sent.*May cross other customersnot sent/,
    )
})

test('names the dealer of each customer’s series, and says where nobody is named', async () => {
  const { screen } = await open({
    ...REPORT,
    customers: [customer('C1042', 12), customer('C1042', 1, { dealer: null })],
  })
  const rows = screen.getByRole('grid', { name: 'Customers over series' }).getByRole('row')
  await expect.element(rows.nth(1)).toMatchTextContent(/C1042.*J\. Smith, dealer.*14.*12/)
  await expect.element(rows.nth(2)).toMatchTextContent(/C1042.*These orders name no dealer\..*14.*1/)
})

test('opens the order of a fill by key', async () => {
  const { screen } = await open(REPORT)
  screen.getByRole('grid', { name: 'Fills ahead of older orders' }).element().focus()
  await userEvent.keyboard('{Home}{Enter}')
  await expect.element(screen.getByRole('dialog')).toMatchTextContent(/v1-first/)
})

test('lists who was filled and who was not, and opens the order that was not', async () => {
  const { screen, words } = await open({
    ...REPORT,
    oneSided: REPORT.oneSided.map((row) => ({
      ...row,
      unfilled: row.unfilled.map((order) => ({ ...order, referenceId: reference('v1-first') })),
    })),
  })
  const grid = screen.getByRole('grid', { name: 'One-sided fills' })
  await expect.element(grid).toMatchTextContent(/BUY BTCUSDC_PERP.*C1042 2 \(v1-first\)/)
  await expect.element(grid).toMatchTextContent(/C2007 1 at 62,150, live \(v1-first\); 1 customer of unknown/)
  await expect.element(words).toMatchTextContent(/In 1 series or block one customer was filled and another/)
  grid.element().focus()
  await userEvent.keyboard('{Home}{Enter}')
  await expect.element(screen.getByText(/ended too long ago for its details/)).toBeVisible()
})

test('says where the order of a fill is too old to be shown', async () => {
  const [fill] = REPORT.ahead
  const { screen } = await open({ ...REPORT, ahead: [{ ...fill!, referenceId: reference('v1-old') }] })
  screen.getByRole('grid', { name: 'Fills ahead of older orders' }).element().focus()
  await userEvent.keyboard('{Home}{Enter}')
  await expect.element(screen.getByText(/ended too long ago for its details/)).toBeVisible()
})

const NOTHING = { ...REPORT, warned: [], ahead: [], oneSided: [], customers: [], series: 0, untimed: 0 }

test('nothing found is said of this journal alone', async () => {
  const { words } = await open(NOTHING)
  await expect
    .element(words)
    .toMatchTextContent(
      /No warning “May cross other customers” is in this journal\. No warning “Ahead of other customers” is in this journal\. No warning “First again” is in this journal\. No warning “Filled while another was not” is in this journal\. No fill is known/,
    )
})

test('a journal that was not read whole claims no empty table', async () => {
  const { words, screen } = await open({ ...NOTHING, isProven: false })
  await expect.element(words).toMatchTextContent(/could not be verified whole, so orders may be missing/)
  await expect
    .element(screen.getByRole('grid', { name: 'Warnings before the send' }))
    .not.toMatchTextContent(/No warning/)
})

test('what is one is said in the singular', async () => {
  const { words } = await open({ ...NOTHING, ordersLeftOut: 1, untimed: 1 })
  await expect.element(words).toMatchTextContent(/The order before these is left out\./)
  await expect.element(words).toMatchTextContent(/Of 1 filled order nobody knows .* so whom it went ahead of/)
})

test('an unread journal gives its reason and claims nothing', async () => {
  const { words, screen } = await open(null)
  await expect.element(screen.getByText(/The order journal cannot be read: EIO\./).first()).toBeVisible()
  await expect.element(words).not.toBeInTheDocument()
})

test('the CSV has a line per customer, fill and warning', () => {
  expect(
    conflictCsv(REPORT).map(({ kind, customer: who, dealer, order }) => [kind, who, dealer, order]),
  ).toEqual([
    ['series', 'C1042', 'J. Smith, dealer', ''],
    ['series', 'C2007', '', ''],
    ['ahead', 'C1042', '', 'v1-first'],
    ['one-sided filled', 'C1042', '', 'v1-first'],
    ['one-sided not filled', 'C2007', '', 'v1-late'],
    ['cross warned', 'C1042', '', 'v1-cross'],
    ['ahead warned', 'C1042', '', 'v1-cross'],
    ['preference warned', 'C1042', '', 'not sent'],
    ['one-sided warned', 'C1042', '', 'v1-again'],
    ['cross warned', 'C3311', '', 'not sent'],
  ])
})
