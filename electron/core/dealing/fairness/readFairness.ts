/** Reads the blocks of the account from the journal and judges how fairly they treated their customers. Reads in parts, so that no order waits. Sends nothing. */

import type { Clock } from '../../../../shared/base/clock.ts'
import { fail, ok, type Result } from '../../../../shared/base/result.ts'
import { failureOf, type Failure } from '../../../../shared/contract/failure.ts'
import {
  MOST_BLOCKS,
  MOST_CUSTOMERS,
  type FairnessReport,
  type GroupFairness,
} from '../../../../shared/domain/fairness/fairnessReport.ts'
import { fairnessOfCustomers } from '../../../../shared/domain/fairness/fairnessOfCustomers.ts'
import { judgeBlock, type JudgedBlock } from '../../../../shared/domain/fairness/judgeBlock.ts'
import type { Journal } from '../../ports/journal.ts'
import { createBlocksOfJournal } from './blocksOfJournal.ts'

export interface FairnessReadingOptions {
  readonly clock: Clock
  readonly journal: Pick<Journal, 'eachMentioning'>
  /** Venue and user signed in. Blocks of other accounts are left out. */
  readonly accountKey: () => string
}

export type ReadFairness = () => Promise<Result<FairnessReport, Failure>>

/** Those who stand out stay before those who do not. */
function withRoom(groups: readonly GroupFairness[]) {
  const all = groups.flatMap(({ group, customers }) => customers.map((customer) => ({ group, customer })))
  const named = new Set(
    all
      .toSorted((a, b) => b.customer.standsOut.length - a.customer.standsOut.length)
      .slice(0, MOST_CUSTOMERS)
      .map(({ customer }) => customer),
  )
  return {
    groups: groups.map(({ group, customers }) => ({
      group,
      customers: customers.filter((customer) => named.has(customer)),
    })),
    customersLeftOut: all.length - named.size,
  }
}

export function createFairnessReading({ clock, journal, accountKey }: FairnessReadingOptions): ReadFairness {
  /** Lets everything else run between two blocks. */
  const turn = () => new Promise<void>((resolve) => void clock.after(0, resolve))

  return async () => {
    const records = createBlocksOfJournal(accountKey())
    const read = await journal.eachMentioning(records.texts, (entries) => {
      for (const entry of entries) records.take(entry)
    })
    if (!read.ok) return fail(failureOf('refused', read.failure))
    // In the order of the journal: the clock may have been set back.
    const newest = records.blocks().toReversed()
    const judged: JudgedBlock[] = []
    let underWay = 0
    for (const block of newest.slice(0, MOST_BLOCKS)) {
      const found = judgeBlock(block, records.orderOf)
      if (found) judged.push(found)
      else underWay++
      await turn()
    }
    return ok({
      from: records.from(),
      to: clock.now(),
      isProven: read.value.isProven,
      blocks: judged.map(({ block }) => block),
      ...withRoom(fairnessOfCustomers(judged)),
      underWay,
      withoutPlan: records.withoutPlan(),
      blocksLeftOut: Math.max(0, newest.length - MOST_BLOCKS),
    })
  }
}
