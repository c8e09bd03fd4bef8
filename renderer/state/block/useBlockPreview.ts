/**
 * The block that the form says: its preview now, and what is still being read. Sizes come from equities, positions and prices of one moment, so that no
 * size moves while the dealer reads; figures are of now. Sizes are taken anew once a figure is known that was not. Sends nothing.
 */

import { shownCode } from '../../../shared/base/shownCode.ts'
import { useEffect, useMemo } from 'react'
import { useStore } from 'zustand'
import { ZERO, decimal, toText, type Decimal } from '../../../shared/base/decimal.ts'
import { standingLeverage } from '../../../shared/domain/accounts/margin.ts'
import { allocate } from '../../../shared/domain/block/allocate.ts'
import { blockMeasure } from '../../../shared/domain/block/blockMeasure.ts'
import { methodGoesByPosition, methodShares } from '../../../shared/domain/block/blockMethods.ts'
import {
  blockPreview,
  type BlockCustomer,
  type BlockOutcome,
} from '../../../shared/domain/block/blockPreview.ts'
import { NO_ROTATION, ROTATION_SETTING, readRotation } from '../../../shared/domain/block/rotation.ts'
import { CLAIMS_SETTING, readClaims } from '../../../shared/domain/block/shares/claims.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import { UNKNOWN } from '../../format/numbers.ts'
import { figureInputs, figuresNow } from '../accounts/useCustomerFigures.ts'
import { tickerOf } from '../actions/intentSentence.ts'
import { positionOf, positionUnknownClause, whyPositionUnknown } from '../accounts/knownPositions.ts'
import { freshPricesOf } from '../marketProblems.ts'
import { useBookWalk } from '../useBookWalk.ts'
import { useNow } from '../useNow.ts'
import { useSession } from '../useSession.ts'
import type { WindowSession } from '../windowSession.ts'
import type { BlockForm } from '../blockForm/blockFields.ts'
import { takeAnew } from '../blockForm/blockStore.ts'
import { numberFor, readBlockForm, type BlockReading, type ReadBlock } from '../blockForm/readBlockForm.ts'
import { feesOf, useBlockTerms } from './useBlockTerms.ts'
import { checksAbout, useAskChecks, useKnownChecks, type RowToCheck } from './useBlockChecks.ts'

export interface ShownBlock {
  readonly reading: BlockReading
  /** Null while the form says no block. */
  readonly outcome: BlockOutcome | null
  /** Customers whose profiles are being read, and rows that the limits were not asked about yet. */
  readonly unread: number
  readonly unchecked: number
  /** Wall clock ms of the moment that the sizes come from. */
  readonly sizedAt: number
  /** Which position is no longer the one that sized its row: a sentence. Null: each one is. */
  readonly moved: string | null
}

const NO_CODES: readonly CustomerCode[] = []

/** What each customer's size goes by, at one moment. */
interface Sizes {
  readonly reading: BlockReading
  readonly measures: ReadonlyMap<CustomerCode, ReturnType<typeof blockMeasure>>
  readonly at: number
}

function read(session: WindowSession, form: BlockForm): BlockReading {
  const { server } = session
  return readBlockForm(form, {
    customers: server.customers.getState().value ?? [],
    instruments: server.instruments.getState().value ?? [],
    marketPrice(symbol, side) {
      const fresh = freshPricesOf({ ticker: tickerOf(session, symbol), now: session.clock.now() })
      return side === 'buy' ? fresh.ask : fresh.bid
    },
  })
}

type Measure = ReturnType<typeof blockMeasure>

/** What the size of each member goes by now. */
const measuresOf = (session: WindowSession, form: BlockForm, block: ReadBlock): Sizes['measures'] => {
  const { members, typed, instrument } = block
  const now = session.clock.now()
  return new Map(
    members.map((member) => {
      const { code } = member
      const why = whyPositionUnknown(session, code, instrument.symbol)
      const measure = blockMeasure(form.method, {
        figures: figuresNow(session.server, code, now),
        position: { value: positionOf(session, code, instrument.symbol), why },
        typed: numberFor(form.method, typed, member),
      })
      return [code, measure] as const
    }),
  )
}

function sizesOf(session: WindowSession, form: BlockForm): Sizes {
  const at = session.clock.now()
  const reading = read(session, form)
  return { reading, measures: reading.ok ? measuresOf(session, form, reading.value) : new Map(), at }
}

/** Whether a figure is known now that was not when the sizes were taken: its customer takes part again. */
const isKnownSince = (then: Sizes['measures'], now: Sizes['measures']): boolean =>
  [...then].some(([code, { why }]) => why !== null && now.get(code)?.why === null)

const sizeWords = ({ measure }: Measure): string => (measure === null ? UNKNOWN : toText(measure))

/** Which position is no longer the one that sized its row. */
function whyMoved(
  form: BlockForm,
  { instrument }: ReadBlock,
  then: Sizes['measures'],
  now: Sizes['measures'],
): string | null {
  if (!methodGoesByPosition(form.method)) return null
  const without = new Set(form.without)
  for (const [code, was] of then) {
    const is = now.get(code)
    if (without.has(code) || was.why !== null || is === undefined || is.measure === was.measure) continue
    const position = `The position of ${code} in ${shownCode(instrument.symbol)}`
    const happened =
      is.measure === null
        ? `gave its size and is not known now: ${is.why ?? 'no reason is known'}`
        : `changed from ${sizeWords(was)} to ${sizeWords(is)} contracts`
    return `${position} ${happened}. Press Alt R to take the sizes anew.`
  }
  return null
}

function customersOf(
  session: WindowSession,
  form: BlockForm,
  { members, instrument }: ReadBlock,
  measures: Sizes['measures'],
): readonly BlockCustomer[] {
  const now = session.clock.now()
  const without = new Set(form.without)
  return members.map(({ code }) => ({
    customerCode: code,
    ...(measures.get(code) ?? { measure: null, why: 'it came to the group after the sizes were taken' }),
    out: without.has(code) ? 'you left it out' : null,
    inputs: figureInputs(session.server, code, now),
    figures: figuresNow(session.server, code, now),
    positionUnknown: positionUnknownClause(session, code, instrument.symbol),
    fees: feesOf(session, code),
    leverage: standingLeverage(
      instrument,
      session.server.margins.getState().value?.get(code)?.profile ?? null,
    ),
  }))
}

/** The customers of the group, whether the rest of the form is filled in or not. */
function useMembers(form: BlockForm, reading: BlockReading): readonly CustomerCode[] {
  const customers = useStore(useSession().server.customers, ({ value }) => value)
  return useMemo(() => {
    if (reading.ok) return reading.value.members.map(({ code }) => code)
    if (form.group === '') return NO_CODES
    return (customers ?? []).flatMap(({ code, group }) => (group === form.group ? [code] : []))
  }, [reading, form.group, customers])
}

const NO_MEASURES: Sizes['measures'] = new Map()
const NO_ROWS: readonly RowToCheck[] = []

/** The rows, and those that dropped out because they would fail: a refusal may end. */
function askedRows(outcome: BlockOutcome): readonly RowToCheck[] {
  const { rows, dropped } = outcome.ok ? outcome.value : { rows: NO_ROWS, dropped: outcome.dropped }
  const failed = dropped.flatMap(({ customerCode, amount, failed: isFailed }) =>
    isFailed && amount !== null ? [{ customerCode, amount }] : [],
  )
  return [...rows, ...failed]
}

/** Contracts of the whole block, as if no row failed: the book is walked for them. */
function contractsOf(
  { method }: BlockForm,
  { parent, price, draft, instrument }: ReadBlock,
  rows: readonly BlockCustomer[],
): Decimal {
  if (methodShares(method)) return parent
  const lot = decimal(instrument.lotSize ?? '0')
  const made = allocate({ method, side: draft.side, parent, price, rows, lot, rotation: NO_ROTATION })
  return made.ok ? made.value.sum : ZERO
}

export function useBlockPreview(): ShownBlock {
  const session = useSession()
  const { server } = session
  const form = useStore(session.block, (block) => block.form)
  const taken = useStore(session.block, (block) => block.taken)
  const customers = useStore(server.customers, ({ value }) => value)
  const instruments = useStore(server.instruments, ({ value }) => value)
  const limits = useStore(server.limits, ({ value }) => value?.version ?? -1)
  const halts = useStore(server.halts, ({ value }) => value?.map(({ id }) => id).join() ?? '')
  useNow(true)
  const now = read(session, form)
  const unread = useBlockTerms(useMembers(form, now))
  const { without: _left, onFailing: _failing, onRefused: _refused, ...sizing } = form
  const basis = JSON.stringify([sizing, taken, unread === 0])
  const sizes = useMemo(
    () => sizesOf(session, form),
    // Another choice about failing rows takes no other sizes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [session, basis, customers, instruments],
  )
  // A field that is wrong only now, such as cash without a fresh price, is said now.
  const reading = sizes.reading.ok && !now.ok ? now : sizes.reading
  const block = reading.ok ? reading.value : null
  const present = block === null ? NO_MEASURES : measuresOf(session, form, block)
  const isLate = isKnownSince(sizes.measures, present)
  useEffect(() => {
    if (isLate) takeAnew(session.block)
  }, [session, isLate])
  const owed = useStore(server.settings, ({ value }) => value?.[CLAIMS_SETTING])
  const [symbol, side] = [block?.instrument.symbol ?? '', block?.draft.side ?? '']
  const claims = useMemo(() => readClaims(owed, symbol, side), [owed, symbol, side])
  const rows = block === null ? [] : customersOf(session, form, block, sizes.measures)
  const contracts = block === null ? ZERO : contractsOf(form, block, rows)
  const whole = block && contracts > ZERO ? { ...block.draft, amount: toText(contracts) } : null
  const walk = useBookWalk(whole, block?.instrument.lotSize ?? null, '')
  const about = checksAbout(block?.draft ?? null, JSON.stringify([limits, halts, taken]))
  const known = useKnownChecks(about)
  const outcome =
    block === null
      ? null
      : blockPreview({
          method: form.method,
          parent: block.parent,
          price: block.price,
          rotation: readRotation(server.settings.getState().value?.[ROTATION_SETTING], block.group),
          claims,
          instrument: block.instrument,
          draft: block.draft,
          customers: rows,
          walk: walk?.walk,
          walkFor: contracts,
          checks: known.checks,
          onFailing: form.onFailing,
        })
  const unchecked = useAskChecks(about, outcome === null ? NO_ROWS : askedRows(outcome), known)
  const moved = block === null ? null : whyMoved(form, block, sizes.measures, present)
  return { reading, outcome, unread, unchecked, sizedAt: sizes.at, moved }
}
