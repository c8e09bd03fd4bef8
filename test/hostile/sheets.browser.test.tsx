/** Every sheet of the window with every payload in each text that it shows: nothing runs, loads, misleads or leaves the sheet. A new sheet joins by its type. */

import '../../renderer/live/jitless.ts'
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Overlay } from '../../renderer/state/stores/overlayStore.ts'
import { chooseCustomer } from '../../renderer/state/actions/workspaceActions.ts'
import { fillBlock } from '../../renderer/state/blockForm/blockStore.ts'
import type { WindowSession } from '../../renderer/state/windowSession.ts'
import { shownCode } from '../../shared/base/shownCode.ts'
import { ok } from '../../shared/base/result.ts'
import { topics } from '../../shared/contract/contract.ts'
import { orderEvent } from '../../shared/domain/orders/orderLife.ts'
import { updateStatus } from '../../shared/domain/updates/updateStatus.ts'
import { code, sym, type ScriptedCore } from '../fakes/window/scriptedCore.ts'
import { stage } from '../renderer/workspace/stage.tsx'
import { answerReads, customerAt, FIRST_SYMBOLS, makeHostile, rowsOf, type Row } from './hostileDesk.ts'
import { blockIdAt, fillOwnLists, hostileBlocks, hostileHalts, payloadAt } from './hostileOwnLists.ts'
import { hostileValue } from './hostileValues.ts'
import {
  brokenIn,
  enforcePolicy,
  expectNothingRan,
  faultsOf,
  outsideWindow,
  placesOf,
  settled,
  textsOn,
  violations,
} from './pageFaults.ts'
import { PAYLOADS } from './payloads.ts'

beforeAll(enforcePolicy)
beforeEach(() => void (violations.length = 0))

interface Staged {
  readonly desk: ScriptedCore
  readonly session: WindowSession
}

/** One sheet in one state of the desk. */
interface SheetCase {
  readonly name: string
  /** `each`: opened once for each payload · `all`: one opening shows many records · `own`: texts of the dealer and the program alone. */
  readonly shows: 'each' | 'all' | 'own'
  /** Fills the desk before the window opens. */
  readonly begin?: (core: ScriptedCore) => void
  /** Changes the desk before the n-th opening. */
  readonly prepare?: (staged: Staged, n: number) => void
  readonly overlay: (n: number) => Overlay
  /** Typed into the first field of the sheet. */
  readonly typed?: string
  /** What the n-th opening must show; left out: the payload. */
  readonly text?: (n: number) => string
}

const list = (name: 'orders' | 'trades' | 'positions'): readonly Row[] =>
  rowsOf(name, topics[name].snapshot.element)
const orders = list('orders')
const trades = list('trades')
const positions = list('positions')
const orderKeyAt = (n: number): string => `${customerAt(n)} v1-${n}`
const customer = (n: number) => code(customerAt(n))

/** Orders in one phase. The schema's first phase is one of a live order. */
const ordersAre =
  (change: Row) =>
  ({ desk }: Staged, n: number): void => {
    desk.delta('orders', [{ ...orders[n], ...change }] as never)
  }
/** One moment of each kind of event. */
const auditTrail = ({ desk }: Staged, n: number): void => {
  const text = payloadAt(n)
  const moments = orderEvent.options.map((option) => ({
    event: hostileValue(option, text, new Map()),
    after: orders[n],
    dealer: text,
    whose: text,
  }))
  desk.answer('order.auditTrail', () => ok({ moments, isProven: true }) as never)
}
/** The core keeps the customer's amount and says why. */
const splitAnew = ({ desk }: Staged, n: number): void => {
  const row = { customerCode: customer(n), referenceId: null, filled: '1', from: '1', to: '1' }
  desk.answer(
    'block.splitAnew',
    () => ok({ sentence: null, from: '1', rows: [{ ...row, why: payloadAt(n) }] }) as never,
  )
}
const updatesAre =
  (change: (text: string) => object) =>
  ({ desk }: Staged, n: number): void => {
    const status = hostileValue(updateStatus, payloadAt(n), new Map()) as object
    desk.startWith('updates', { ...status, ...change(payloadAt(n)) } as never)
  }

/** As many customers as there are payloads, each with its payload as name, group, tag and note. */
const CODES = [...new Set(PAYLOADS.map((_, n) => customerAt(n)))]
const customerOfPayload = (n: number): string => CODES[n] ?? `P${n}`
const customersAre =
  (change: Row = {}) =>
  (core: ScriptedCore): void => {
    const { element } = topics.customers.snapshot
    core.startWith(
      'customers',
      PAYLOADS.map((_, n) => ({
        ...(hostileValue(element, payloadAt(n), new Map()) as Row),
        code: customerOfPayload(n),
        looksLike: null,
        ...change,
      })) as never,
    )
  }
const own = (overlay: Overlay): readonly SheetCase[] => [
  { name: overlay.kind, shows: 'own', overlay: () => overlay },
]
const each = (name: string, overlay: SheetCase['overlay'], more: Partial<SheetCase> = {}): SheetCase => ({
  name,
  shows: 'each',
  overlay,
  ...more,
})
const all = (name: string, overlay: Overlay, more: Partial<SheetCase> = {}): SheetCase => ({
  name,
  shows: 'all',
  overlay: () => overlay,
  ...more,
})

const SHEETS: Readonly<Record<Overlay['kind'], readonly SheetCase[]>> = {
  keys: own({ kind: 'keys' }),
  pickPanel: own({ kind: 'pickPanel' }),
  updates: [
    each('updates that failed', () => ({ kind: 'updates' }), {
      prepare: updatesAre((why) => ({ state: 'failed', why })),
    }),
    each('updates that wait for the word', () => ({ kind: 'updates' }), {
      prepare: updatesAre((why) => ({ state: 'downloaded', verdict: { kind: 'asks', why: [why] } })),
    }),
  ],
  workspaces: own({ kind: 'workspaces' }),
  pickWorkspace: own({ kind: 'pickWorkspace', act: 'delete' }),
  nameWorkspace: own({ kind: 'nameWorkspace', act: 'new' }),
  kill: [
    each('kill', (n) => ({ kind: 'kill', scope: { kind: 'customer', customerCode: customer(n) } }), {
      text: () => '',
    }),
  ],
  haltCustomers: [all('haltCustomers', { kind: 'haltCustomers', codes: CODES.map((word) => code(word)) })],
  flattenRows: [all('flattenRows', { kind: 'flattenRows', rows: positions as never })],
  halts: [all('halts', { kind: 'halts', lift: null })],
  signOut: [all('signOut', { kind: 'signOut' })],
  block: [
    {
      name: 'block',
      shows: 'own',
      begin: customersAre({ group: 'macro' }),
      prepare: ({ session }) =>
        fillBlock(session.block, {
          group: 'macro',
          symbol: sym('BTCUSDC_PERP'),
          side: 'buy',
          amount: '500',
          limitPrice: '62000',
        }),
      overlay: () => ({ kind: 'block' }),
    },
  ],
  blockRows: [
    each('blockRows', (n) => ({ kind: 'blockRows', blockId: blockIdAt(n) }), {
      text: (n) => shownCode(customerAt(n)),
    }),
  ],
  amendBlock: [
    each('amendBlock', (n) => ({ kind: 'amendBlock', blockId: blockIdAt(n) }), { text: () => '' }),
    each('amount of a block', (n) => ({ kind: 'amendBlock', blockId: blockIdAt(n), isAmount: true }), {
      prepare: splitAnew,
      typed: '2',
    }),
  ],
  pickCustomer: [all('pickCustomer', { kind: 'pickCustomer', link: null })],
  pickLink: own({ kind: 'pickLink', axis: 'customer', panel: 'ladder:1' }),
  arrangePanel: own({ kind: 'arrangePanel', panel: 'ladder:1' }),
  nameWindow: own({ kind: 'nameWindow' }),
  pickInstrument: [all('pickInstrument', { kind: 'pickInstrument', panel: 'ladder:1' })],
  editCustomer: [
    each('editCustomer', (n) => ({ kind: 'editCustomer', code: code(customerOfPayload(n)) }), {
      begin: customersAre(),
      text: (n) => shownCode(customerOfPayload(n)),
    }),
  ],
  importCustomers: own({ kind: 'importCustomers' }),
  transfer: [
    each(
      'transfer',
      (n) => ({ kind: 'transfer', code: code(customerOfPayload(n)), transfer: 'withdrawal' }),
      { begin: customersAre(), text: (n) => shownCode(customerOfPayload(n)) },
    ),
  ],
  tableColumns: own({ kind: 'tableColumns', panel: 'orders:1' }),
  tableViews: own({ kind: 'tableViews', panel: 'orders:1', act: 'apply' }),
  order: [
    each('order on its way', (n) => ({ kind: 'order', key: orderKeyAt(n) }), { prepare: auditTrail }),
    each('order of unknown fate', (n) => ({ kind: 'order', key: orderKeyAt(n) }), {
      prepare: ordersAre({ phase: 'unresolved' }),
    }),
  ],
  amend: [
    each('amend', (n) => ({ kind: 'amend', key: orderKeyAt(n) }), { text: (n) => shownCode(customerAt(n)) }),
    each('amend of an order that is done', (n) => ({ kind: 'amend', key: orderKeyAt(n) }), {
      prepare: ordersAre({ phase: 'closed' }),
      // The status is in words: its underscores are spaces.
      text: (n) => shownCode(customerAt(n)),
    }),
  ],
  override: [
    each('override', (n) => ({
      kind: 'override',
      question: {
        sentence: payloadAt(n),
        warnings: [payloadAt(n)],
        type: '12',
        means: 'notional',
        notional: null,
        before: null,
      },
      answer: () => {},
    })),
  ],
  trade: [
    each('trade', (n) => ({ kind: 'trade', trade: trades[n] as never }), {
      prepare: ({ desk }, n) => answerReads(desk, payloadAt(n)),
    }),
  ],
}

/** Resolves in a later task, behind what React and the scripted core have scheduled. */
const turn = () =>
  new Promise<void>((done) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => done(), { once: true })
    port1.start()
    port2.postMessage(null)
  })

const sheetNow = () => document.querySelector<HTMLElement>('.sheet')
const textOf = (root: Element) => [...textsOn(root)].map(([, text]) => text).join('\n')

/** The open sheet once it shows `text` and three tasks in a row drew the same. */
async function drawnSheet(text: string): Promise<HTMLElement> {
  const sheet = await vi.waitFor(
    () => {
      const found = sheetNow()
      if (found === null || found.textContent.includes('Opening…')) throw new Error('no sheet is drawn')
      expect(textOf(found)).toContain(text)
      return found
    },
    { interval: 1 },
  )
  for (let same = 0, before = ''; same < 3; same++) {
    await turn()
    if (sheet.textContent !== before) same = 0
    before = sheet.textContent
  }
  return sheet
}

/** As a dealer types it, so that React hears of it. */
async function typeInto(words: string): Promise<void> {
  const field = await vi.waitFor(
    () => {
      const found = sheetNow()?.querySelector('input')
      if (!found) throw new Error('no field is drawn')
      return found
    },
    { interval: 1 },
  )
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, words)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Faults of the sheet as it stands, and whether it leaves the window. */
const lookAt = (sheet: HTMLElement): readonly string[] => [
  ...faultsOf(sheet),
  ...brokenIn(sheet),
  ...outsideWindow(sheet),
]

/** Every screenful of every list of the sheet. Gives the faults, and adds what was shown to `texts`. */
async function walkThrough(sheet: HTMLElement, texts: Set<string>): Promise<readonly string[]> {
  const faults = new Set(lookAt(sheet))
  const look = () => {
    for (const [, text] of textsOn(sheet)) texts.add(text)
    lookAt(sheet).forEach((fault) => faults.add(fault))
  }
  look()
  for (const grid of sheet.querySelectorAll<HTMLElement>('.grid'))
    for (let top = 0; top < grid.scrollHeight; top += Math.max(100, grid.clientHeight - 40)) {
      grid.scrollTop = top
      await settled()
      look()
    }
  return [...faults]
}

/** What a sheet is opened over, and a way to open and close it. */
async function stageSheets({ begin }: SheetCase) {
  const staged = await stage((core) => {
    makeHostile(core, 'BTC')
    fillOwnLists(core)
    core.startWith('halts', hostileHalts(payloadAt))
    core.startWith('blocks', hostileBlocks(payloadAt))
    begin?.(core)
  })
  const { session } = staged
  chooseCustomer(session.workspace, code('C1042'))
  const open = (overlay: Overlay | null) => session.overlay.setState({ open: overlay })
  return { ...staged, open }
}

const CASES = Object.entries(SHEETS).flatMap(([kind, cases]) =>
  cases.map((one) => [one.name, kind, one] as const),
)

/** A sheet of one record shows each sixth payload, so that six such sheets show all. */
const STEP = 6
/** Payloads that a sheet of many records must show: codes and symbols take those that can be one. */
const LISTED: Readonly<Record<string, number>> = {
  haltCustomers: 60,
  flattenRows: 500,
  halts: 500,
  signOut: 90,
  pickCustomer: 60,
  pickInstrument: 90,
}

it('the sheets of one record show every payload among them', () => {
  const places = CASES.flatMap(([, , { shows }], n) => (shows === 'each' ? [n % STEP] : []))
  expect(new Set(places).size).toBe(STEP)
})

describe('every sheet', () => {
  it.each(CASES)('%s', async (_name, _kind, one) => {
    const staged = await stageSheets(one)
    const before = placesOf(document.body)
    const faults = new Set<string>()
    const place = CASES.findIndex(([name]) => name === one.name)
    const shown =
      one.shows === 'each' ? PAYLOADS.map((_, n) => n).filter((n) => n % STEP === place % STEP) : [0]
    for (const n of shown) {
      one.prepare?.(staged, n)
      staged.open(one.overlay(n))
      if (one.name === 'arrangePanel') continue
      if (one.typed !== undefined) await typeInto(one.typed)
      const text = one.shows === 'each' ? (one.text?.(n) ?? payloadAt(n)) : ''
      const sheet = await drawnSheet(text.trim())
      const texts = new Set<string>()
      const seen = one.shows === 'each' ? lookAt(sheet) : await walkThrough(sheet, texts)
      seen.forEach((fault) => faults.add(fault))
      if (one.shows === 'all') {
        const whole = [...texts].join('\n')
        const texted = PAYLOADS.map((_, at) => payloadAt(at).trim()).filter((word) => word.length > 3)
        const wanted = [...texted, ...[...CODES, ...FIRST_SYMBOLS].map(shownCode)]
        const found = new Set(wanted.filter((word) => whole.includes(word)))
        if (found.size < (LISTED[one.name] ?? Infinity)) faults.add(`shows ${found.size} of the payloads`)
      }
      staged.open(null)
      await vi.waitFor(() => expect(sheetNow()).toBeNull(), { interval: 1 })
    }
    expect([...faults]).toEqual([])
    expect(faultsOf(document.body)).toEqual([])
    expect(placesOf(document.body)).toEqual(before)
    expectNothingRan()
  })
})
