/** The sentences of the fairness report: its span, for which blocks one lot and one tick hold, and who stands out. Reads no store. */

import { shownCode } from '../../../shared/base/shownCode.ts'
import { absolute, decimal, signOf, type DecimalText } from '../../../shared/base/decimal.ts'
import type {
  BlockFairness,
  Criterion,
  CustomerFairness,
  FairnessReport,
  GroupFairness,
  StandOut,
} from '../../../shared/domain/fairness/fairnessReport.ts'
import { counted, grouped } from '../numbers.ts'
import { dayAndTimeWithZone } from '../times.ts'

/** Blocks and customers that a sentence names; the tables have them all. */
const NAMED = 3

export const groupName = (group: string | null): string => (group === null ? 'single customers' : `@${group}`)

const blocksWords = (count: number): string => `${counted(count)} ${count === 1 ? 'block' : 'blocks'}`
const isOrAre = (count: number): string => (count === 1 ? 'is' : 'are')
const unsigned = (value: DecimalText, places: number): string => grouped(absolute(decimal(value)), places)

/** `From 11-03 09:12:00 UTC to 11-25 …: 41 blocks that are over. Older ones are not in this journal.` */
export function spanWords(report: FairnessReport): readonly string[] {
  const { from, to, blocks, underWay, withoutPlan, blocksLeftOut, customersLeftOut, isProven } = report
  if (from === null)
    return [
      'The journal of this run holds nothing: no block can be judged. Start Openpit with a data folder.',
    ]
  return [
    `From ${dayAndTimeWithZone(from)} to ${dayAndTimeWithZone(to)}: ${blocksWords(blocks.length)} that ${isOrAre(blocks.length)} over. Older ones are not in this journal.`,
    ...(isProven ? [] : ['The journal could not be verified whole, so blocks may be missing.']),
    ...(underWay === 0 ? [] : [`${blocksWords(underWay)} ${isOrAre(underWay)} under way and not judged.`]),
    ...(withoutPlan === 0
      ? []
      : [`${blocksWords(withoutPlan)} began before this journal and cannot be judged.`]),
    ...(blocksLeftOut === 0
      ? []
      : [`${blocksWords(blocksLeftOut)} before these ${isOrAre(blocksLeftOut)} left out.`]),
    ...(customersLeftOut === 0
      ? []
      : [`${counted(customersLeftOut)} customers who stand out less are left out of the table.`]),
  ]
}

const worstWords = ({ worst }: Criterion, unit: string): string | null =>
  worst && `${shownCode(worst.customerCode)} by ${unsigned(worst.by, 2)} ${unit}`

/** Why the verdict on a block is what it is; empty where it holds. */
export function verdictReason({ verdict, lots, price }: BlockFairness): string {
  if (verdict === 'holds') return ''
  const parts =
    verdict === 'fails'
      ? [worstWords(lots, 'lots'), worstWords(price, 'ticks')]
      : [lots, price].map(({ kind, why }) => (kind === 'unknown' ? why : null))
  return parts.filter((part) => part !== null).join('; ')
}

export const VERDICT_WORDS: Readonly<Record<BlockFairness['verdict'], string>> = {
  holds: '✓ holds',
  fails: '✕ does not hold',
  unknown: '? not judged',
}

function named(blocks: readonly BlockFairness[]): string {
  const shown = blocks.slice(0, NAMED).map((block) => `${block.blockId} (${verdictReason(block)})`)
  const more = blocks.length - shown.length
  return `${shown.join(', ')}${more > 0 ? ` and ${counted(more)} more` : ''}`
}

/** For which blocks of a group "within one lot and one tick" holds, for which not, and which cannot be judged. */
export function verdictWords(blocks: readonly BlockFairness[]): string {
  if (blocks.length === 0) return 'No block of this group is over.'
  const having = (verdict: BlockFairness['verdict']) => blocks.filter((block) => block.verdict === verdict)
  const [failing, unknown] = [having('fails'), having('unknown')]
  return [
    `“Within one lot and one tick” holds for ${counted(having('holds').length)} of ${blocksWords(blocks.length)}.`,
    ...(failing.length === 0 ? [] : [`It does not hold for ${counted(failing.length)}: ${named(failing)}.`]),
    ...(unknown.length === 0 ? [] : [`${counted(unknown.length)} cannot be judged: ${named(unknown)}.`]),
  ].join(' ')
}

const STAND_OUT_WORDS: Readonly<Record<StandOut, (customer: CustomerFairness) => string>> = {
  first: ({ first, expectedFirst }) =>
    `first in ${blocksWords(first)}, where turns would make it ${unsigned(expectedFirst, 1)}`,
  lots: ({ lots }) =>
    lots === null
      ? ''
      : `${unsigned(lots, 2)} lots ${signOf(decimal(lots)) > 0 ? 'above' : 'below'} its exact shares`,
  price: ({ ticks }) =>
    ticks === null
      ? ''
      : `${unsigned(ticks, 2)} ticks ${signOf(decimal(ticks)) > 0 ? 'worse' : 'better'} than its blocks on average`,
}

/** `first in 12 blocks, where turns would make it 3.0; …`; empty for a customer that does not stand out. */
export const standsOutReason = (customer: CustomerFairness): string =>
  customer.standsOut.map((by) => STAND_OUT_WORDS[by](customer)).join('; ')

/** Who stands out, and that nobody does where that is known. */
export function standOutWords(group: GroupFairness | undefined, blocks: readonly BlockFairness[]): string {
  if (!group || blocks.length === 0) return ''
  const found = group.customers.filter(({ standsOut }) => standsOut.length > 0)
  if (found.length === 0)
    return blocks.some(({ verdict }) => verdict === 'unknown')
      ? 'Nobody stands out in what could be judged.'
      : `Nobody stands out over ${blocks.length === 1 ? 'this block' : `these ${blocksWords(blocks.length)}`}.`
  const shown = found
    .slice(0, NAMED)
    .map((customer) => `${shownCode(customer.customerCode)} (${standsOutReason(customer)})`)
  const more = found.length - shown.length
  return `${found.length === 1 ? '1 customer stands' : `${counted(found.length)} customers stand`} out: ${shown.join(', ')}${more > 0 ? ` and ${counted(more)} more` : ''}.`
}
