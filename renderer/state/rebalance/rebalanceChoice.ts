/** The targets and the tolerance of a group as the dealer types them, read and saved as a setting that every window shares. Computes no order. */

import { z } from 'zod'
import { decimal } from '../../../shared/base/decimal.ts'
import { fail, ok, type Result } from '../../../shared/base/result.ts'
import type { Failure } from '../../../shared/contract/failure.ts'
import {
  NO_TOLERANCE,
  type RebalanceTarget,
  type Tolerance,
} from '../../../shared/domain/rebalance/rebalanceTarget.ts'
import { symbol, type Symbol } from '../../../shared/domain/scalars.ts'
import { saveSharedSetting } from '../windows/saveSharedSetting.ts'
import type { WindowSession } from '../windowSession.ts'

/** JSON, by venue and group: another venue may have a group of the same name. */
export const REBALANCE_SETTING = 'rebalance.targets'
const VERSION = 1

const choice = z.strictObject({
  /** `0.5%` of the equity, or lots such as `2`; empty: none. */
  tolerance: z.string().regex(/^(?:\d{1,20}(?:\.\d{1,18})?%?)?$/),
  lines: z
    .array(
      z.strictObject({
        symbol,
        /** `12.5%` of the equity, or contracts such as `-0.4`. */
        target: z.string().regex(/^-?\d{1,20}(?:\.\d{1,18})?%?$/),
      }),
    )
    .max(100),
})
export type RebalanceChoice = z.infer<typeof choice>
export type TargetLine = RebalanceChoice['lines'][number]

export const NO_CHOICE: RebalanceChoice = { tolerance: '', lines: [] }

const stored = z.strictObject({
  version: z.literal(VERSION),
  venues: z.record(z.string(), z.record(z.string(), choice)),
})
type Stored = z.infer<typeof stored>

const UNREADABLE =
  'The saved targets cannot be read here: a newer Openpit may have saved them. They stay as they are.'

function readStored(text: string | undefined): Result<Stored, string> {
  if (text === undefined) return ok({ version: VERSION, venues: {} })
  try {
    const read = stored.safeParse(JSON.parse(text))
    return read.success ? ok(read.data) : fail(UNREADABLE)
  } catch {
    return fail(UNREADABLE)
  }
}

const venueOf = ({ server }: Pick<WindowSession, 'server'>): string =>
  server.session.getState().value?.venueId ?? ''

const textOf = ({ server }: Pick<WindowSession, 'server'>): string | undefined =>
  server.settings.getState().value?.[REBALANCE_SETTING]

/** The saved choice of a group, or why it cannot be read, in one sentence. */
export function savedChoice(
  session: Pick<WindowSession, 'server'>,
  group: string,
): Result<RebalanceChoice, string> {
  const read = readStored(textOf(session))
  return read.ok ? ok(read.value.venues[venueOf(session)]?.[group] ?? NO_CHOICE) : read
}

/** Saves the choice of a group; a text that cannot be read is never written over. */
export function saveChoice(
  session: WindowSession,
  group: string,
  chosen: RebalanceChoice,
): Promise<Result<string, Failure>> {
  const venue = venueOf(session)
  return saveSharedSetting(session, REBALANCE_SETTING, textOf(session), (text) => {
    const read = readStored(text)
    if (!read.ok) return read
    const { venues } = read.value
    const groups = { ...venues[venue], [group]: chosen }
    return ok(JSON.stringify({ version: VERSION, venues: { ...venues, [venue]: groups } } satisfies Stored))
  })
}

/** The lines with one set: in the place of the instrument's line, else at the end. */
export function withLine(lines: readonly TargetLine[], line: TargetLine): TargetLine[] {
  const at = lines.findIndex((each) => each.symbol === line.symbol)
  return at < 0 ? [...lines, line] : lines.with(at, line)
}

export const withoutLine = (lines: readonly TargetLine[], out: Symbol): TargetLine[] =>
  lines.filter((line) => line.symbol !== out)

const numberOf = (text: string) => decimal(text.replace(/%$/, ''))

export const targetOf = ({ target }: TargetLine): RebalanceTarget =>
  target.endsWith('%')
    ? { kind: 'weight', percent: numberOf(target) }
    : { kind: 'position', contracts: numberOf(target) }

export const toleranceOf = ({ tolerance }: RebalanceChoice): Tolerance =>
  tolerance === ''
    ? NO_TOLERANCE
    : tolerance.endsWith('%')
      ? { kind: 'equity', percent: numberOf(tolerance) }
      : { kind: 'lots', lots: numberOf(tolerance) }
