/**
 * Keeps the links of this window the same as those of every other window: sends each change made here to the core, and takes over each change that the
 * core publishes. A change from another window disarms and drops like one made here, and is said. Sends no order.
 */

import type { Stop } from '../../../shared/base/clock.ts'
import { shownCode } from '../../../shared/base/shownCode.ts'
import {
  CUSTOMER_LINKS,
  INSTRUMENT_LINKS,
  type CustomerLink,
  type InstrumentLink,
  type LinkChange,
  type LinkValues,
} from '../../../shared/domain/panelLinks.ts'
import type { CustomerCode, Symbol } from '../../../shared/domain/scalars.ts'
import { kindOf, numberOf, targetIn, type InstanceId } from '../stores/panelInstances.ts'
import { tell } from '../stores/noticeStore.ts'
import type { Workspace } from '../stores/workspaceStore.ts'
import type { WindowSession } from '../windowSession.ts'
import { capOf } from '../../keys/caps.ts'

type Link = InstrumentLink | CustomerLink
type Shown = Pick<Workspace, 'instruments' | 'linkedCustomers'>

/** A link that this window changed: until the core published a revision that has the change, older values are not taken over. */
interface Held {
  readonly calls: number
  readonly until: number
}

const valueIn = ({ instruments, linkedCustomers }: Shown, link: Link): Symbol | CustomerCode | null =>
  (link in LETTERS ? linkedCustomers[link as CustomerLink] : instruments[link as InstrumentLink]) ?? null

const LETTERS: Readonly<Record<string, true>> = Object.fromEntries(CUSTOMER_LINKS.map((link) => [link, true]))

/** The changes that lead from what is shared to what this window shows. A customer is never shared by itself. */
export function changesToShare(was: Shown, now: Shown): readonly LinkChange[] {
  const instruments = INSTRUMENT_LINKS.flatMap((link): LinkChange[] => {
    const symbol = now.instruments[link] ?? null
    return symbol === null || symbol === (was.instruments[link] ?? null)
      ? []
      : [{ axis: 'instrument', link, symbol }]
  })
  const customers = CUSTOMER_LINKS.flatMap((link): LinkChange[] => {
    const customerCode = now.linkedCustomers[link] ?? null
    return customerCode === (was.linkedCustomers[link] ?? null)
      ? []
      : [{ axis: 'customer', link, customerCode }]
  })
  return [...instruments, ...customers]
}

/** What the window shows once it took over the shared values, except those of held links. A link without a shared instrument keeps its own. */
export function foldLinks(shown: Shown, shared: LinkValues, isHeld: (link: Link) => boolean): Shown {
  const instruments = { ...shown.instruments }
  for (const link of INSTRUMENT_LINKS) {
    const symbol = shared.instruments[link] ?? null
    if (symbol !== null && !isHeld(link)) instruments[link] = symbol
  }
  const linkedCustomers = { ...shown.linkedCustomers }
  for (const link of CUSTOMER_LINKS) if (!isHeld(link)) linkedCustomers[link] = shared.customers[link] ?? null
  const isSame = (link: Link) => valueIn(shown, link) === valueIn({ instruments, linkedCustomers }, link)
  return [...INSTRUMENT_LINKS, ...CUSTOMER_LINKS].every(isSame) ? shown : { instruments, linkedCustomers }
}

export function shareLinks(session: WindowSession): Stop {
  const { client, server, workspace, notices, clock } = session
  const held = new Map<Link, Held>()
  const offered = new Map<Link, Symbol>()
  let isTaking = false

  const isHeld = (link: Link, revision: number): boolean => {
    const hold = held.get(link)
    return hold !== undefined && (hold.calls > 0 || revision < hold.until)
  }
  const take = (): void => {
    const shared = server.links.getState().value
    const was = workspace.getState()
    if (shared === null || !was.restored) return
    const next = foldLinks(was, shared, (link) => isHeld(link, shared.revision))
    if (next !== was) {
      const before = waiting(session)
      isTaking = true
      warnOfMoves(session, was, next)
      workspace.setState({ instruments: next.instruments, linkedCustomers: next.linkedCustomers })
      isTaking = false
      tellDropped(session, before, was, next)
    }
    offer(shared, next)
  }
  /** A link that has no instrument yet takes that of this window, once for each. */
  const offer = (shared: LinkValues, shown: Shown): void => {
    const listed = server.instruments.getState().value ?? []
    const unset = { instruments: shared.instruments, linkedCustomers: shown.linkedCustomers }
    for (const change of changesToShare(unset, shown)) {
      if (change.axis !== 'instrument' || (shared.instruments[change.link] ?? null) !== null) continue
      const isListed = listed.some(({ symbol }) => symbol === change.symbol)
      if (!isListed || offered.get(change.link) === change.symbol || isHeld(change.link, shared.revision))
        continue
      offered.set(change.link, change.symbol)
      void send(change)
    }
  }
  const send = async (change: LinkChange): Promise<void> => {
    const { link } = change
    const before = held.get(link) ?? { calls: 0, until: 0 }
    held.set(link, { ...before, calls: before.calls + 1 })
    const reply = await client.call('link.set', { change })
    const hold = held.get(link) ?? { calls: 1, until: 0 }
    held.set(link, {
      calls: hold.calls - 1,
      until: reply.ok ? Math.max(hold.until, reply.value.revision) : hold.until,
    })
    if (!reply.ok)
      tell(
        notices,
        clock,
        'warning',
        `Link ${link} was not changed for all windows: ${reply.failure.message} No order was sent. Set it again.`,
      )
    take()
  }
  const stops = [
    server.links.subscribe(take),
    server.instruments.subscribe(take),
    workspace.subscribe((now, was) => {
      if (now.restored !== was.restored) return take()
      if (!now.restored || isTaking || server.links.getState().value === null) return
      if (now.instruments === was.instruments && now.linkedCustomers === was.linkedCustomers) return
      for (const change of changesToShare(was, now)) void send(change)
    }),
  ]
  take()
  return () => {
    for (const stop of stops) stop()
  }
}

const waiting = ({ workspace, proposals }: WindowSession) => ({
  armed: Object.keys(workspace.getState().armed) as InstanceId[],
  places: Object.keys(proposals.getState()),
})

/** A key that is on its way was meant for what a panel showed before. */
function warnOfMoves({ unasked, workspace }: WindowSession, was: Shown, now: Shown): void {
  const { customer, panels } = workspace.getState()
  for (const id of Object.keys(panels) as InstanceId[]) {
    const [before, after] = [was, now].map((shown) => targetIn({ customer, panels, ...shown }, id))
    if (before?.customer !== after?.customer)
      unasked.happened(id, `another window made ${codeWords(after?.customer)} the customer of ${nameOf(id)}`)
    else if (before?.symbol !== after?.symbol)
      unasked.happened(id, `another window made ${codeWords(after?.symbol)} the instrument of ${nameOf(id)}`)
  }
}

const nameOf = (id: InstanceId): string => `${kindOf(id)} ${numberOf(id)}`
const codeWords = (code: string | null | undefined): string => (code ? shownCode(code) : 'none')

/** Says what a change from another window disarmed and dropped here; nothing where it did neither. */
function tellDropped(
  session: WindowSession,
  before: ReturnType<typeof waiting>,
  was: Shown,
  now: Shown,
): void {
  const after = waiting(session)
  const disarmed = before.armed.filter((id) => !after.armed.includes(id))
  const isDropped = before.places.some((place) => !after.places.includes(place))
  if (disarmed.length === 0 && !isDropped) return
  const changed = [...INSTRUMENT_LINKS, ...CUSTOMER_LINKS].filter(
    (link) => valueIn(was, link) !== valueIn(now, link),
  )
  const news = changed.map((link) => {
    const value = valueIn(now, link)
    return `link ${link} is ${value === null ? 'none' : shownCode(value)}`
  })
  const ladders = disarmed.map(nameOf).join(', ')
  const sentences = [
    `Another window changed a link: ${news.join(', ')}.`,
    ladders === '' ? '' : ` Disarmed here: ${ladders}.`,
    isDropped ? ' What waited for Enter was dropped; nothing was sent.' : '',
    ladders === '' ? '' : ` Look at the ladder, then arm it again (${capOf('F10')}).`,
  ]
  tell(session.notices, session.clock, 'warning', sentences.join(''))
}
