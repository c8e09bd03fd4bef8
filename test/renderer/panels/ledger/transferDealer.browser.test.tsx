/** Who dealt transfers and fee changes: in Ledger, Collateral, Fees and Statements, and in their CSV. Where the records name nobody, the cell says why. */

import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ok } from '../../../../shared/base/result.ts'
import type { DealtRequest, DealtRequests } from '../../../../shared/domain/dealers/dealtRequests.ts'
import { decimalText } from '../../../../shared/domain/scalars.ts'
import { exportCsv } from '../../../../renderer/panels/tables/downloadCsv.ts'
import {
  NOW,
  code,
  ledgerRowOf,
  orderOf,
  reference,
  sym,
  type ScriptedCore,
} from '../../../fakes/window/scriptedCore.ts'
import { stage } from '../../workspace/stage.tsx'

beforeEach(() => page.viewport(1600, 900))

const keys = (typed: string) => userEvent.keyboard(typed)
const text = (value: string) => decimalText.parse(value)
const SMITHS = 'J. Smith, senior dealer'
const ELSEWHERE = 'The transfer was not dealt here: it came from elsewhere.'
const VENUE = 'The venue booked this movement. Nobody dealt it.'

const sent = (intentId: string, more: Partial<DealtRequest> = {}): DealtRequest => ({
  intentId,
  at: NOW - 5_000,
  customerCode: code('C1042'),
  dealer: SMITHS,
  outcome: 'done',
  code: null,
  asked: {
    deed: 'transfer',
    transfer: { customerCode: code('C1042'), kind: 'deposit', amount: text('1'), asset: 'USDC' },
  },
  ...more,
})
const records = (requests: DealtRequest[], more: Partial<DealtRequests> = {}): DealtRequests => ({
  state: 'read',
  why: null,
  since: NOW - 10_000,
  isProven: true,
  requests,
  ...more,
})
const REQUESTS = [
  sent('i1', { code: 'D1' }),
  sent('i2', { code: 'D2', dealer: null }),
  sent('i3', { code: 'D3', dealer: undefined }),
]
const deposit = (name: string, more: object = {}) =>
  ledgerRowOf({ code: name, transactionType: 'deposit', ...more })
const withTransfers = (desk: ScriptedCore) => {
  desk.startWith('dealtRequests', records(REQUESTS))
  desk.startWith('ledger', [
    ...['D1', 'D2', 'D3', 'D4'].map((name) => deposit(name)),
    deposit('D5', { createdAt: NOW - 20_000 }),
    ledgerRowOf({ code: 'F1', transactionType: 'funding' }),
    ledgerRowOf({ code: 'T1', referenceId: reference('op-1') }),
  ])
  desk.startWith('orders', [orderOf({ referenceId: reference('op-1'), dealer: 'A. Okafor' })])
}

/** What the dealer's cell of each row says, by the text of another of its cells. */
const said = (grid: string, by: string) => () => {
  const found = document.querySelector(`[aria-label="${grid}"][role=grid]`)
  const titles = [...(found?.querySelectorAll('[role=columnheader]') ?? [])].map(
    (head) => head.textContent?.replace(/ [▲▼]$/, '') ?? '',
  )
  const at = titles.findIndex((title) => title === 'Dealer' || title === 'Set by')
  return Object.fromEntries(
    [...(found?.querySelectorAll('.line') ?? [])].map((line) => {
      const cells = [...line.querySelectorAll('[role=gridcell]')]
      return [
        cells[titles.indexOf(by)]?.textContent,
        cells[at]?.querySelector('[title]')?.getAttribute('title'),
      ]
    }),
  )
}

const OF_TRANSFERS = {
  D1: SMITHS,
  D2: 'Nobody was named as the dealer.',
  D3: 'The journal does not say who dealt this transfer.',
  D4: ELSEWHERE,
  D5: 'It is unknown whether this desk sent the transfer: the records here begin later.',
}

function takeSaved() {
  const saved: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob)
    return 'blob:none'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined)
  onTestFinished(() => void vi.restoreAllMocks())
  return async () => ((await saved.at(-1)?.text()) ?? '').trimEnd().split('\r\n')
}

it('the ledger names who dealt each movement, and says why it names nobody', async () => {
  const { desk, session } = await stage(withTransfers)
  await keys('{Control>}k{/Control}ledger{Enter}')
  await expect
    .poll(said('Ledger rows', 'Reference'))
    .toEqual({ ...OF_TRANSFERS, F1: VENUE, 'op-1': 'A. Okafor' })
  const savedLines = takeSaved()
  exportCsv(session, 'ledger', 'ledger:1', null, null)
  await expect.poll(async () => (await savedLines())[0]).toMatch(/,dealer,noDealer$/)
  const lines = await savedLines()
  expect(lines.find((line) => line.includes(',D1,'))).toMatch(/,"J\. Smith, senior dealer",$/)
  expect(lines.find((line) => line.includes(',D4,'))).toMatch(
    /,,The transfer was not dealt here: it came from elsewhere\.$/,
  )
  // The name arrives with the answer, without anything else happening to the row.
  desk.delta('dealtRequests', records([...REQUESTS, sent('i4', { code: 'D4', dealer: 'B. Late' })]))
  await expect.poll(said('Ledger rows', 'Reference')).toMatchObject({ D4: 'B. Late' })
  await keys('{Control>}f{/Control}late')
  await expect.poll(() => Object.keys(said('Ledger rows', 'Reference')())).toEqual(['D4'])
})

it.each([
  [records([], { state: 'reading' }), 'Who dealt is being read from the journal.'],
  [
    records([], { state: 'unread', why: 'The order journal cannot be read: EIO.' }),
    'Who dealt could not be read. The order journal cannot be read: EIO.',
  ],
  [
    records([], { isProven: false }),
    'It is unknown whether this desk sent the transfer: the journal is not proven whole.',
  ],
  [
    records([sent('i1', { outcome: 'open' })]),
    'It is unknown whether this desk sent the transfer: the outcome of one like it is not known.',
  ],
  [records([]), ELSEWHERE],
] as const)('a transfer without a record claims no more than was read (%#)', async (given, words) => {
  await stage((desk) => {
    desk.startWith('dealtRequests', given)
    desk.startWith('ledger', [deposit('D1')])
  })
  await keys('{Control>}k{/Control}coll C1042{Enter}')
  await expect.poll(said('Transfers', 'Code')).toEqual({ D1: words })
})

it('Collateral and its CSV name who dealt each transfer', async () => {
  const { screen } = await stage(withTransfers)
  await keys('{Control>}k{/Control}coll C1042{Enter}')
  await expect.poll(said('Transfers', 'Code')).toEqual(OF_TRANSFERS)
  const savedLines = takeSaved()
  await screen.getByRole('region', { name: 'Collateral' }).getByRole('button', { name: 'CSV' }).click()
  expect((await savedLines()).find((line) => line.includes(',D2,'))).toMatch(
    /,,Nobody was named as the dealer\.$/,
  )
})

it('Fees say who set what the venue shows, and its CSV too', async () => {
  const change = (intentId: string, symbol: string | null, makerFee: string, more: object = {}) =>
    sent(intentId, {
      asked: {
        deed: 'fees',
        symbol: symbol === null ? null : sym(`${symbol}USDC_PERP`),
        makerFee: text(makerFee),
        takerFee: text('4'),
      },
      ...more,
    })
  const { screen } = await stage((desk) => {
    desk.answer('feeProfile.read', () =>
      ok(
        [
          ['BTC', '1'],
          ['ETH', '2'],
          ['SOL', '3'],
          ['XRP', '9'],
        ].map(([word, maker]) => ({
          symbol: sym(`${word}USDC_PERP`),
          makerFee: text(maker!),
          takerFee: text('4'),
        })),
      ),
    )
    desk.startWith(
      'dealtRequests',
      records([
        change('f0', 'BTC', '1', { dealer: 'Too early' }),
        change('f1', null, '1'),
        change('f2', 'ETH', '2', { dealer: 'A. Okafor' }),
        change('f3', 'SOL', '3', { outcome: 'open' }),
        change('f4', null, '1', { customerCode: code('C2007'), dealer: 'Of another' }),
      ]),
    )
  })
  await keys('{Control>}k{/Control}fee C1042{Enter}')
  await expect.poll(said('Fees', 'Instrument')).toEqual({
    BTCUSDC_PERP: SMITHS,
    ETHUSDC_PERP: 'A. Okafor',
    SOLUSDC_PERP:
      'It is unknown whether this desk set these fees: the outcome of the change to them is not known.',
    XRPUSDC_PERP: 'These fees were not set here: they came from elsewhere.',
  })
  const savedLines = takeSaved()
  await screen.getByRole('region', { name: 'Fees' }).getByRole('button', { name: 'CSV' }).click()
  expect((await savedLines()).slice(0, 2)).toEqual([
    'symbol,makerFee,takerFee,dealer,noDealer',
    'BTCUSDC_PERP,1,4,"J. Smith, senior dealer",',
  ])
})

it('a statement names who dealt on screen, and its file stays the same at every desk', async () => {
  const { screen } = await stage((desk) => {
    withTransfers(desk)
    desk.answer('trades.read', () => ok({ trades: [], next: null, missing: null }))
    desk.answer('ledger.read', () => ok({ rows: [deposit('D1'), deposit('D4')], next: null, missing: null }))
  })
  await keys('{Control>}k{/Control}statement C1042{Enter}')
  const panel = screen.getByRole('region', { name: 'Statements' })
  await panel.getByRole('button', { name: 'Make the statement' }).click()
  await expect.poll(said('Movements of the statement', 'Code')).toEqual({ D1: SMITHS, D4: ELSEWHERE })
  const savedLines = takeSaved()
  await panel.getByRole('button', { name: 'CSV' }).click()
  expect((await savedLines()).join('\n')).not.toMatch(/Smith|[Dd]ealer/)
})
