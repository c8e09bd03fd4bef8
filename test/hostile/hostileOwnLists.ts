/** Halts, blocks, limits, alerts, approvals and dealt requests of the desk, with one text for each record in every place that takes a text. */

import { topics, type Snapshot } from '../../shared/contract/contract.ts'
import { watchedAlert, ALERT_KINDS, alertWatch } from '../../shared/domain/alerts/alertRule.ts'
import { feeProfileItem } from '../../shared/domain/accounts/fees.ts'
import { blockRecord } from '../../shared/domain/block/blockRecord.ts'
import { endedApproval, waitingApproval } from '../../shared/domain/fourEyes/approval.ts'
import { DEFAULT_RULES, limitRevision } from '../../shared/domain/limits/limits.ts'
import { haltScope, haltState, type HaltScope } from '../../shared/domain/orders/halt.ts'
import { openOrderReading } from '../../shared/domain/orders/openOrderReading.ts'
import type { ScriptedCore } from '../fakes/window/scriptedCore.ts'
import { asWord, customerAt, symbolAt, type Row } from './hostileDesk.ts'
import { hostileValue } from './hostileValues.ts'
import { PAYLOADS } from './payloads.ts'

/** Gives the text of the n-th record. */
export type TextOf = (n: number) => string

export const payloadAt: TextOf = (n) => asWord(PAYLOADS[n % PAYLOADS.length]!.text)

const made = (schema: Parameters<typeof hostileValue>[0], text: string): Row =>
  hostileValue(schema, text, new Map()) as Row

const referenceAt = (n: number): string => `v1-${n}`
const SCOPES = haltScope.options.map((option) => option.shape.kind.value)
const STATES = ['requested', 'waiting', 'not-sent'] as const

function scopeAt(n: number, text: string): Row {
  const kind: HaltScope['kind'] = SCOPES[n % SCOPES.length]!
  if (kind === 'desk') return { kind }
  if (kind === 'group') return { kind, group: text.slice(0, 40) || 'group' }
  if (kind === 'instrument') return { kind, symbol: symbolAt(n) }
  const customerCode = customerAt(n)
  return kind === 'customer' ? { kind, customerCode } : { kind, customerCode, referenceId: referenceAt(n) }
}

const hostileHalt = (n: number, text: string): Row => ({
  ...made(haltState, text),
  id: `h${n}`,
  scope: scopeAt(n, text),
  cancels: true,
  orders: 1,
  lists: {
    ...made(haltState.shape.lists, text),
    customers: 2,
    problem: n % 2 === 0 ? text : null,
    unseen: [{ ...made(openOrderReading, text), customerCode: customerAt(n), state: 'partial' }],
  },
  unverified: [
    { customerCode: customerAt(n), referenceId: referenceAt(n), symbol: symbolAt(n), reason: text },
  ],
})

/** One row for the order `v1-n`; of a closed block, which no strip shows. */
function hostileBlock(n: number, text: string): Row {
  const block = made(blockRecord, text)
  const row = {
    ...(block['rows'] as readonly Row[])[0],
    customerCode: customerAt(n),
    referenceId: referenceAt(n),
    state: STATES[n % STATES.length],
  }
  return {
    ...block,
    blockId: blockIdAt(n),
    draft: { ...(block['draft'] as Row), symbol: symbolAt(n), type: 'limit' },
    rows: [row],
    state: 'closed',
    amend: { ...(block['amend'] as Row), failed: [{ customerCode: customerAt(n), why: text }] },
  }
}
export const blockIdAt = (n: number): string => `B${n.toString(36)}`

export function hostileLimits(textOf: TextOf): Snapshot<'limits'> {
  const bounds = { notional: { warn: '1', block: '2' } }
  const rules = PAYLOADS.flatMap((_, n) => [
    { customerCode: customerAt(n), symbol: symbolAt(n), instruments: null, bounds },
    { customerCode: customerAt(n), symbol: null, instruments: [symbolAt(n)], bounds },
    { customerCode: null, symbol: symbolAt(n), instruments: null, bounds },
  ])
  const unique = new Map(rules.map((rule) => [`${rule.customerCode} ${rule.symbol}`, rule]))
  const history = PAYLOADS.map((_, n) => {
    const revision = made(limitRevision, textOf(n))
    const [change] = revision['changes'] as readonly Row[]
    const scope = { customerCode: customerAt(n), symbol: symbolAt(n) }
    const list = {
      ...change,
      scope,
      limit: 'instruments',
      from: symbolAt(n),
      to: `${symbolAt(n + 1)}, ${symbolAt(n + 2)}`,
    }
    return { ...revision, version: n + 1, changes: [list, { ...change, scope, from: '1', to: null }] }
  })
  const limits = {
    version: PAYLOADS.length,
    rules: [...DEFAULT_RULES, ...unique.values()],
    history,
    unconfirmed: null,
  }
  return limits as Snapshot<'limits'>
}

function hostileAlerts(textOf: TextOf): Snapshot<'alerts'> {
  const alerts = PAYLOADS.map((_, n) => {
    const text = textOf(n)
    const option = alertWatch.options[n % ALERT_KINDS.length]!
    const watch = made(option, text)
    return {
      ...made(watchedAlert, text),
      id: n + 1,
      customerCode: n % 3 === 0 ? null : customerAt(n),
      watch: 'symbol' in watch ? { ...watch, symbol: symbolAt(n) } : watch,
    }
  })
  return { alerts, deleted: textOf(3), problem: textOf(5) } as unknown as Snapshot<'alerts'>
}

function hostileApprovals(textOf: TextOf): Snapshot<'approvals'> {
  const requests = (schema: typeof waitingApproval | typeof endedApproval) =>
    PAYLOADS.map((_, n) => ({ ...made(schema, textOf(n)), id: n + 1 }))
  return {
    ...made(topics.approvals.snapshot, textOf(7)),
    waiting: requests(waitingApproval),
    ended: requests(endedApproval),
  } as unknown as Snapshot<'approvals'>
}

/** For each customer a change of the fees that a hostile profile shows. */
function hostileDealt(textOf: TextOf): Snapshot<'dealtRequests'> {
  const requests = PAYLOADS.map((_, n) => {
    const { makerFee, takerFee } = made(feeProfileItem, textOf(n))
    const asked = { deed: 'fees', symbol: null, makerFee, takerFee }
    const customerCode = customerAt(n)
    return { intentId: `i${n}`, at: n, customerCode, dealer: textOf(n), outcome: 'done', code: null, asked }
  })
  return { state: 'read', why: textOf(9), since: 0, isProven: true, requests } as Snapshot<'dealtRequests'>
}

/** The lists that panels show. Halts and blocks would stand in the frame too, and move it. */
export function fillOwnLists(core: ScriptedCore, textOf: TextOf = payloadAt): void {
  core.startWith('limits', hostileLimits(textOf))
  core.startWith('alerts', hostileAlerts(textOf))
  core.startWith('approvals', hostileApprovals(textOf))
  core.startWith('dealtRequests', hostileDealt(textOf))
}

export const hostileHalts = (textOf: TextOf): Snapshot<'halts'> =>
  PAYLOADS.map((_, n) => hostileHalt(n, textOf(n))) as unknown as Snapshot<'halts'>
export const hostileBlocks = (textOf: TextOf): Snapshot<'blocks'> =>
  PAYLOADS.map((_, n) => hostileBlock(n, textOf(n))) as unknown as Snapshot<'blocks'>
