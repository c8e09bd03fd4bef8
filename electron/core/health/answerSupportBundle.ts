/** Answers the command `support.bundle` from the bundle that was reviewed last. Gathers and writes nothing itself. */

import { fail, ok } from '../../../shared/base/result.ts'
import type { CommandHandlers } from '../../../shared/contract/ports.ts'
import { failureOf } from '../../../shared/contract/failure.ts'
import type { SupportBundles } from '../ports/supportBundles.ts'

const NOTHING = { parts: [], text: '', path: '' }
const refused = (sentence: string) => fail(failureOf('refused', sentence))

/** `bundles`: null where this run stores nothing. */
export const createSupportBundleAnswer =
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
