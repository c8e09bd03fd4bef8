/** Answers what a window asks of the stored health: a week of it, and the support bundle that was reviewed last. Gathers and writes nothing itself. */

import { fail, ok } from '../../../shared/base/result.ts'
import type { CommandHandlers } from '../../../shared/contract/ports.ts'
import { failureOf } from '../../../shared/contract/failure.ts'
import { FIGURES, MEASURES } from '../../../shared/domain/health/health.ts'
import { hoursOf } from '../../../shared/domain/health/week.ts'
import type { HealthHistory } from '../ports/machineHealth.ts'
import type { SupportBundles } from '../ports/supportBundles.ts'

const NAMES: ReadonlySet<string> = new Set([...MEASURES, ...FIGURES])
const NOTHING = { parts: [], text: '', path: '' }
const refused = (sentence: string) => fail(failureOf('refused', sentence))

/** `bundles`: null where this run stores nothing. */
const answerBundle =
  (bundles: SupportBundles | null): CommandHandlers['support.bundle'] =>
  async ({ act, codes, name, from }) => {
    if (bundles === null)
      return refused('There is no support bundle: this run stores nothing. Start Openpit with a data folder.')
    if (act === 'review') return ok({ ...NOTHING, parts: [...(await bundles.review(codes))] })
    if (act === 'read') {
      const text = bundles.read(name, from)
      return text === null
        ? refused('Look at the bundle again: this part is no longer held.')
        : ok({ ...NOTHING, text })
    }
    const written = bundles.write()
    return written.ok ? ok({ ...NOTHING, path: written.value }) : refused(written.failure)
  }

/** `history`: null where this run stores none. */
const answerWeek =
  (history: HealthHistory | null): CommandHandlers['health.week'] =>
  async ({ name }) => {
    if (!NAMES.has(name)) return refused(`There is no history of “${name}”. Choose a row of the diagnostics.`)
    if (history === null)
      return refused(
        'There is no history of health: this run stores none. Start Openpit with a data folder, and without a replay.',
      )
    const { minutes, problem } = await history.week()
    return ok({ hours: [...hoursOf(name, minutes)], problem })
  }

export interface StoredHealth {
  readonly bundles: SupportBundles | null
  readonly history: HealthHistory | null
}

/** `health`: undefined where nothing watches this run. */
export const answerStoredHealth = (health: StoredHealth | undefined) => ({
  'support.bundle': answerBundle(health?.bundles ?? null),
  'health.week': answerWeek(health?.history ?? null),
})
