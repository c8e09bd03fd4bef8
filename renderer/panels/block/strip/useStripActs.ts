/** What a dealer can do with a block under way, by key and by button, and the question that some acts ask first. A question ends with what it was asked about. */

import { useState } from 'react'
import { ZERO, compare, toText } from '../../../../shared/base/decimal.ts'
import { canRetry, isOver, type BlockProgress } from '../../../../shared/domain/block/blockProgress.ts'
import type { BlockRecord } from '../../../../shared/domain/block/blockRecord.ts'
import { lookUpRows } from '../../../state/block/lookUpRows.ts'
import { actOnBlock, retryRows } from '../../../state/block/sendBlock.ts'
import type { Showing } from '../../../state/presses/enterWatch.ts'
import { useSession } from '../../../state/useSession.ts'
import { instrumentOf } from '../../../state/actions/intentSentence.ts'
import { retryWords } from '../../../format/block/retryWords.ts'
import { closeFilled } from '../closeFilled.ts'

export interface StripAct {
  readonly name: string
  readonly cap: string
  /** Of the key without modifiers. */
  readonly code: string
  readonly shift?: true
  /** It answers a question, so that the second click of a double click on its act must not press it. */
  readonly answers?: true
  readonly run: () => void
}

interface BlockAct extends StripAct {
  /** The question before it runs. `about`: once this is another, the question is no longer the dealer's. */
  readonly asks?: { readonly name: string; readonly about: string }
}

/** Of a block of which every row had its turn, a stop keeps back the changes that have not left. One that does not wait for its turn may have left. */
const stopName = (isLeaving: boolean, waiting: number): string => {
  if (isLeaving) return 'Stop, keep what is live'
  if (waiting === 0) return 'Stop what has not left'
  return `Stop ${waiting === 1 ? '1 change' : `${waiting} changes`}`
}

/** Whether nobody knows yet what became of some change of the block. */
const isChanging = ({ amend }: BlockRecord): boolean =>
  amend !== null && amend.moved + amend.over + amend.failed.length < amend.orders

const orderCount = (count: number): string => (count === 1 ? '1 order' : `${count} orders`)

interface Moment {
  readonly canClose: boolean
  /** Rows wait to be sent once more. */
  readonly isRetrying: boolean
}

function useBlockActs(
  block: BlockRecord,
  progress: BlockProgress,
  { canClose, isRetrying }: Moment,
): readonly BlockAct[] {
  const session = useSession()
  const { state, why, cancel, blockId, draft } = block
  const { rows, counts } = progress
  const retry = rows.filter(canRetry)
  const terms = retry.map(({ customerCode, amount, prices }) => ({
    customerCode,
    amount,
    ...(prices ?? { limitPrice: draft.limitPrice, triggerPrice: draft.triggerPrice }),
  }))
  const termWords = retryWords(draft, terms, instrumentOf(session, draft.symbol))
  const read = terms.map(({ amount, ...each }) => ({ ...each, amount: toText(amount) }))
  const about = JSON.stringify([state, why, cancel, counts.waiting, read])
  const act = (name: Parameters<typeof actOnBlock>[1]) => () => void actOnBlock(session, name, block)
  const acts: BlockAct[] = []
  if (state === 'sending' || isRetrying)
    acts.push({ name: 'Pause', cap: 'P', code: 'KeyP', run: act('block.pause') })
  if (state === 'paused' && counts.waiting > 0)
    acts.push({
      name: 'Resume',
      cap: 'U',
      code: 'KeyU',
      run: act('block.resume'),
      asks: { name: `Send the ${orderCount(counts.waiting)} of ${blockId} that wait`, about },
    })
  const isLeaving = state === 'sending' || state === 'paused' || isRetrying
  if (isLeaving || isChanging(block))
    acts.push({
      name: stopName(isLeaving, block.amend?.waiting ?? 0),
      cap: 'S',
      code: 'KeyS',
      run: act('block.stop'),
    })
  if (retry.length > 0)
    acts.push({
      name: `Retry ${retry.length}`,
      cap: 'R',
      code: 'KeyR',
      run: () => void retryRows(session, block, retry),
      asks: { name: `Send ${orderCount(retry.length)} of ${blockId} again: ${termWords}`, about },
    })
  if (counts.unknown > 0)
    acts.push({
      name: `Look up ${counts.unknown} unknown`,
      cap: 'L',
      code: 'KeyL',
      run: () => void lookUpRows(session, block, rows),
    })
  const hasPrice = draft.limitPrice !== null || draft.triggerPrice !== null
  const mayChange = counts.waiting === 0 && !isRetrying && counts.resting + counts.part > 0
  if (mayChange)
    acts.push({
      name: 'Amount…',
      cap: 'A',
      code: 'KeyA',
      run: () => session.overlay.setState({ open: { kind: 'amendBlock', blockId, isAmount: true } }),
    })
  if (mayChange && hasPrice)
    acts.push({
      name: 'Price…',
      cap: 'M',
      code: 'KeyM',
      run: () => session.overlay.setState({ open: { kind: 'amendBlock', blockId } }),
    })
  if (compare(progress.filled, ZERO) > 0 && isOver(progress))
    acts.push({
      name: 'Close what it filled…',
      cap: 'F',
      code: 'KeyF',
      run: () => closeFilled(session, block, progress),
    })
  if (!canClose || !isOver(progress))
    acts.push({
      name: 'Cancel block…',
      cap: 'Shift Delete',
      code: 'Delete',
      shift: true,
      run: act('block.cancel'),
      // Fills and further requests do not change what the cancel is about. A cancel that began meanwhile does.
      asks: { name: `Cancel the whole block ${blockId}`, about: JSON.stringify(cancel === null) },
    })
  acts.push({
    name: 'Rows',
    cap: 'Enter',
    code: 'Enter',
    run: () => session.overlay.setState({ open: { kind: 'blockRows', blockId } }),
  })
  if (canClose) acts.push({ name: 'Hide', cap: 'X', code: 'KeyX', run: act('block.close') })
  return acts
}

/** The question of the act with this key, as it was shown. */
interface Asked {
  readonly code: string
  readonly about: string
  readonly showing: Showing
  readonly isDropped: boolean
}

export interface StripActs {
  /** The acts, or the answers while a question is open. */
  readonly shown: readonly StripAct[]
  readonly isAsking: boolean
  /** A question ended because the block changed. */
  readonly isDropped: boolean
}

export function useStripActs(block: BlockRecord, progress: BlockProgress, moment: Moment): StripActs {
  const { enters } = useSession()
  const [asked, setAsked] = useState<Asked | null>(null)
  const [answered, setAnswered] = useState<Showing | null>(null)
  const acts = useBlockActs(block, progress, moment)
  const act = acts.find(({ code }) => code === asked?.code)
  const isSame = asked !== null && act?.asks?.about === asked.about
  // It stays dropped, also where the block comes back to what it was.
  if (asked !== null && !isSame && !asked.isDropped) setAsked({ ...asked, isDropped: true })
  const drop = () => setAsked(null)
  if (asked === null || !act?.asks || !isSame || asked.isDropped) {
    const press = ({ asks, ...rest }: BlockAct): StripAct => ({
      ...rest,
      run() {
        if (asks)
          return setAsked({ code: rest.code, about: asks.about, showing: enters.show(), isDropped: false })
        // A second Enter right behind the one that answered a question is a slip of the finger.
        if (rest.code === 'Enter' && answered !== null && !enters.counts(answered)) return
        drop()
        rest.run()
      },
    })
    const isDropped = asked !== null
    // The Enter that was meant for the question does nothing else.
    const seen: StripAct = { name: 'All right', cap: 'Enter', code: 'Enter', run: drop }
    return {
      shown: acts.map((each) => (isDropped && each.code === 'Enter' ? seen : press(each))),
      isAsking: false,
      isDropped,
    }
  }
  const answer = () => {
    if (!enters.counts(asked.showing)) return
    drop()
    setAnswered(enters.show())
    act.run()
  }
  return {
    shown: [
      { name: act.asks.name, cap: 'Enter', code: 'Enter', answers: true, run: answer },
      { name: 'Leave it', cap: 'Esc', code: 'Escape', answers: true, run: drop },
    ],
    isAsking: true,
    isDropped: false,
  }
}
