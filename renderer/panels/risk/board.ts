/** The risk board of this window: every customer with a position or a live order, at the present marks and at a shock. Reads stores; changes nothing. */

import {
  groupSums,
  sumsByGroup,
  withVerdicts,
  type GroupSums,
  type GroupTotal,
} from '../../../shared/domain/risk/groupTotals.ts'
import {
  byTrouble,
  countVerdicts,
  factsOf,
  instrumentTotals,
  type CustomerAtRisk,
  type KnownAccount,
  type RiskFacts,
  type InstrumentTotal,
  type RiskRow,
} from '../../../shared/domain/risk/riskRows.ts'
import { shockedAccount, shockOutcome, type Shock } from '../../../shared/domain/risk/shock.ts'
import type { CustomerCode } from '../../../shared/domain/scalars.ts'
import { knownCustomer } from '../../state/accounts/customerIndex.ts'
import { figureInputs } from '../../state/accounts/useCustomerFigures.ts'
import type { ServerStores } from '../../state/stores/serverMirrors.ts'
import { boardUnread, type BoardUnread } from './boardUnread.ts'

export interface Board {
  readonly shock: Shock
  /** Nearest to trouble first. */
  readonly customers: readonly CustomerAtRisk[]
  /** In the order of the customers. */
  readonly rows: readonly RiskRow[]
  readonly instruments: readonly InstrumentTotal[]
  /** By name, customers without a group last. */
  readonly groups: readonly GroupTotal[]
  readonly all: GroupTotal
  /** Of the same moment as the figures: a list that arrives later is not in them yet. */
  readonly unread: BoardUnread
}

function customersAtRisk({ positions, orders }: ServerStores): readonly CustomerCode[] {
  const codes = new Set<CustomerCode>()
  for (const store of [positions, orders]) {
    const { openKeys, rows } = store.getState()
    for (const key of openKeys) {
      const row = rows.get(key)
      if (row) codes.add(row.customerCode)
    }
  }
  return [...codes]
}

interface Computed {
  readonly account: KnownAccount
  readonly facts: readonly RiskFacts[]
}

/** The figures of customers, each computed when asked for: two hundred customers with twenty positions each take longer than a frame. */
export interface BoardReader {
  /** Computes one of `slices` parts of the customers anew. `now`: wall clock, ms. */
  readonly refresh: (slice: number, slices: number, now: number) => void
  /** From the figures computed last; those of a new customer are computed now. */
  readonly board: (shock: Shock, now: number) => Board
}

export function createBoardReader(server: ServerStores): BoardReader {
  const known = new Map<CustomerCode, Computed>()
  const compute = (customerCode: CustomerCode, now: number): Computed => {
    const inputs = figureInputs(server, customerCode, now)
    const account = { customerCode, inputs, ...shockedAccount(inputs) }
    const computed = { account, facts: factsOf(account) }
    known.set(customerCode, computed)
    return computed
  }
  let taken: { readonly now: number; readonly figures: BoardFigures } | null = null
  const figuresAt = (now: number): BoardFigures => {
    // Another shock of the same second moves the same figures.
    if (taken?.now === now) return taken.figures
    const codes = customersAtRisk(server)
    const present = new Set(codes)
    for (const code of known.keys()) if (!present.has(code)) known.delete(code)
    const computed = codes.map((code) => known.get(code) ?? compute(code, now))
    const groups = new Map(codes.map((code) => [code, knownCustomer(server, code)?.group ?? ''] as const))
    const figures = {
      ...figuresOf(computed, (code) => groups.get(code) ?? ''),
      unread: boardUnread(server, codes.length),
    }
    taken = { now, figures }
    return figures
  }
  return {
    refresh(slice, slices, now) {
      for (const [index, code] of customersAtRisk(server).entries())
        if (index % slices === slice) compute(code, now)
    },
    board: (shock, now) => boardOf(figuresAt(now), shock),
  }
}

/** What no shock changes. */
interface BoardFigures {
  readonly computed: readonly Computed[]
  readonly instruments: readonly InstrumentTotal[]
  readonly groups: readonly GroupSums[]
  readonly all: GroupSums
  readonly groupOf: (customerCode: CustomerCode) => string
  readonly unread: BoardUnread
}

function figuresOf(
  computed: readonly Computed[],
  groupOf: BoardFigures['groupOf'],
): Omit<BoardFigures, 'unread'> {
  const accounts = computed.map(({ account }) => account)
  const facts = computed.flatMap((each) => each.facts)
  return {
    computed,
    instruments: instrumentTotals(facts),
    groups: sumsByGroup(accounts, facts, groupOf),
    all: groupSums(null, accounts, facts),
    groupOf,
  }
}

function boardOf(figures: BoardFigures, shock: Shock): Board {
  const { computed, instruments, groups, all, groupOf, unread } = figures
  const judged = computed
    .map(({ account, facts }) => ({
      account: { ...account, outcome: shockOutcome(account, shock) },
      facts,
    }))
    .toSorted((a, b) => byTrouble(a.account, b.account))
  const customers = judged.map(({ account }) => account)
  const rows = judged.flatMap(({ account, facts }) => facts.map((fact): RiskRow => ({ ...fact, account })))
  return {
    shock,
    customers,
    rows,
    instruments,
    groups: withVerdicts(groups, customers, groupOf),
    all: { ...all, counts: countVerdicts(customers) },
    unread,
  }
}
