/** Asks a venue by reads alone how it writes its answers, probe by probe, and compares each answer with the profile. Sends nothing that changes anything. */

import type { Json } from '../../../shared/broker/fields.ts'
import type { VenueProfile } from '../../../shared/broker/venueProfile.ts'
import { customerCode, type CustomerCode } from '../../../shared/domain/scalars.ts'
import type { ProbeName } from '../../../shared/domain/venueCheck/venueCheck.ts'
import { answerFindings } from './answerFindings.ts'
import { beyondReads, open, profileWith, type Finding } from './findings.ts'
import { ledgerFindings } from './ledgerFindings.ts'
import { besideRows, listNames, resourceFinding, type ListRead } from './listFindings.ts'
import { openOrderFindings, wholeFindings } from './openOrderFindings.ts'
import { otherResourceFindings } from './otherResources.ts'
import { pagingFindings } from './pagingFindings.ts'
import { isRead, type VenueRead, type VenueReads } from './reads.ts'

export interface RestProbe {
  readonly profile: VenueProfile
  readonly reads: VenueReads
  /** A customer whose open orders, trades, fees and margin are read; null: one that the venue's own lists name. */
  readonly customer: CustomerCode | null
  readonly begins: (probe: ProbeName) => void
  /** `sentence`: what the probe found. */
  readonly ends: (probe: ProbeName, isAnswered: boolean, sentence: string) => void
}

export interface RestFindings {
  readonly findings: readonly Finding[]
  /** The findings about instruments, tickers, trades and ledger themselves, which are among `findings` as well. */
  readonly mainLists: readonly Finding[]
  /** Symbols that the venue lists, as the venue orders them. */
  readonly symbols: readonly string[]
  /** Every list that was read, for the last probe. */
  readonly lists: readonly ListRead[]
}

export async function probeRest(probe: RestProbe): Promise<RestFindings> {
  const { profile, reads, begins, ends } = probe
  const { read } = reads
  const { paths } = profile
  const findings: Finding[] = []
  const mainLists: Finding[] = []
  const lists: ListRead[] = []
  const resources = [
    ['instruments', 'instruments', paths.instruments],
    ['tickers', 'tickers', paths.tickers],
    ['trades', 'trades', paths.trades],
    ['ledger', 'transactions', paths.transactions],
  ] as const
  for (const [name, listName, path] of resources) {
    begins(name)
    const one = await read(path)
    const finding = one ? resourceFinding(one) : open(path, `No answer: ${reads.unanswered.get(path)}.`)
    mainLists.push(finding)
    if (one) lists.push({ name: listName, read: one })
    ends(name, isRead(one) && one.form !== null, finding.sentence)
  }
  findings.push(...mainLists, ...listNames(profile, lists))
  const shown = lists.map((list) => list.read).filter(isRead)

  begins('pages')
  const paging = await pagingFindings(profile, read)
  findings.push(...paging)
  const [way] = paging.filter(({ about }) => about === 'paging')
  ends('pages', way?.certainty === 'sure', way?.sentence ?? 'Nothing was found.')
  const ledger = lists.find(({ name }) => name === 'transactions')?.read ?? null
  if (isRead(ledger)) findings.push(...(await ledgerFindings(profileWith(profile, findings), ledger, read)))
  else
    findings.push(
      ...(['in', 'out'] as const).map((side) => open(`directions.${side}`, 'The ledger could not be read.')),
    )
  findings.push(...answerFindings(shown, reads.isLimited()))

  begins('open orders')
  const customer = probe.customer ?? customerIn(shown)
  const orders = await openOrderFindings(profileWith(profile, findings), customer, read)
  findings.push(...orders.findings)
  if (orders.list) lists.push({ name: 'orders', read: orders.list })
  const rows = shown.flatMap(({ form }) => form?.rows ?? [])
  const symbols = new Set(rows.map((row) => row['symbol']).filter((symbol) => typeof symbol === 'string'))
  const [instrument = null] = symbols
  findings.push(...(await otherResourceFindings(profileWith(profile, findings), customer, instrument, reads)))
  const [there] = orders.findings
  ends('open orders', there?.certainty === 'sure', there?.sentence ?? '')

  findings.push(...besideRows(profileWith(profile, findings), lists))
  if (orders.list) findings.push(...wholeFindings(profileWith(profile, findings), orders.list))
  findings.push(...UNASKED)
  return { findings, mainLists, symbols: [...symbols], lists }
}

/** What no read shows. */
const UNASKED: readonly Finding[] = [
  beyondReads('capabilities.amend', 'Only an amend would show it, and a check sends none. Ask the broker.'),
  beyondReads(
    'numbers',
    'How amounts, prices and fees are written in requests shows only in a request. Ask the broker.',
  ),
]

/** A customer whom a trade or a ledger row names. */
function customerIn(shown: readonly VenueRead[]): CustomerCode | null {
  for (const row of shown.flatMap(({ form }): readonly Json[] => form?.rows ?? [])) {
    const code = customerCode.safeParse(row['customer_code'])
    if (code.success) return code.data
  }
  return null
}
