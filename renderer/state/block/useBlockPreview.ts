/**
 * The block that the form says: its preview now, and what is still being read. Sizes come from equities, positions and prices of one moment, so that no
 * size moves while the dealer reads; figures are of now. Sends nothing.
 */

import { useMemo } from 'react'
import { useStore } from 'zustand'
import { ZERO, toText } from '../../../shared/base/decimal.ts'
import { standingLeverage } from '../../../shared/domain/accounts/margin.ts'
import { blockMeasure } from '../../../shared/domain/block/blockMeasure.ts'
import {
  blockPreview,
  type BlockCustomer,
  type BlockOutcome,
  type BlockRowPreview,
} from '../../../shared/domain/block/blockPreview.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import { figureInputs, figuresNow } from '../accounts/useCustomerFigures.ts'
import { positionOf, tickerOf, whyPositionUnknown } from '../actions/intentSentence.ts'
import { freshPricesOf } from '../marketProblems.ts'
import { useBookWalk } from '../useBookWalk.ts'
import { useNow } from '../useNow.ts'
import { useSession } from '../useSession.ts'
import type { WindowSession } from '../windowSession.ts'
import type { BlockForm } from '../blockForm/blockFields.ts'
import { numberFor, readBlockForm, type BlockReading, type ReadBlock } from '../blockForm/readBlockForm.ts'
import { rotationOf } from './blockRotation.ts'
import { feesOf, useBlockTerms } from './useBlockTerms.ts'
import { checksAbout, useAskChecks, useKnownChecks } from './useBlockChecks.ts'

export interface ShownBlock {
  readonly reading: BlockReading
  /** Null while the form says no block. */
  readonly outcome: BlockOutcome | null
  /** Customers whose profiles are being read, and rows that the limits were not asked about yet. */
  readonly unread: number
  readonly unchecked: number
  /** Wall clock ms of the moment that the sizes come from. */
  readonly sizedAt: number
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

function sizesOf(session: WindowSession, form: BlockForm): Sizes {
  const at = session.clock.now()
  const reading = read(session, form)
  if (!reading.ok) return { reading, measures: new Map(), at }
  const { members, typed, instrument } = reading.value
  const measures = members.map((member) => {
    const { code } = member
    const why = whyPositionUnknown(session, code, instrument.symbol)
    return [
      code,
      blockMeasure(form.method, {
        figures: figuresNow(session.server, code, at),
        position: { value: positionOf(session, code, instrument.symbol), why },
        typed: numberFor(form.method, typed, member),
      }),
    ] as const
  })
  return { reading, measures: new Map(measures), at }
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

const NO_ROWS: readonly BlockRowPreview[] = []

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
  const present = read(session, form)
  const unread = useBlockTerms(useMembers(form, present))
  const { without: _left, onFailing: _failing, onRefused: _refused, inFlight: _most, ...sizing } = form
  const basis = JSON.stringify([sizing, taken, unread === 0])
  const sizes = useMemo(
    () => sizesOf(session, form),
    // Another choice about failing rows takes no other sizes.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [session, basis, customers, instruments],
  )
  // A field that is wrong only now, such as cash without a fresh price, is said now.
  const reading = sizes.reading.ok && !present.ok ? present : sizes.reading
  const block = reading.ok ? reading.value : null
  const parent = block?.parent ?? ZERO
  const whole = block && parent > ZERO ? { ...block.draft, amount: toText(parent) } : null
  const walk = useBookWalk(whole, block?.instrument.lotSize ?? null, '')
  const about = checksAbout(block?.draft ?? null, JSON.stringify([limits, halts, taken]))
  const known = useKnownChecks(about)
  const outcome =
    block === null
      ? null
      : blockPreview({
          method: form.method,
          parent,
          rotation: rotationOf(session, form.group),
          instrument: block.instrument,
          draft: block.draft,
          customers: customersOf(session, form, block, sizes.measures),
          positionsKnown: server.positions.getState().known,
          walk: walk?.walk,
          walkFor: parent,
          checks: known.checks,
          onFailing: form.onFailing,
        })
  const unchecked = useAskChecks(about, outcome?.ok ? outcome.value.rows : NO_ROWS, known)
  return { reading, outcome, unread, unchecked, sizedAt: sizes.at }
}
