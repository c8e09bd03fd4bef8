/** Holds the newest bundle between its review and its writing: what is written is what was shown. */

import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { fail, ok, type Result } from '../../../shared/base/result.ts'
import type { SupportBundles } from '../../core/ports/supportBundles.ts'
import { fixOf, reasonOf } from '../../storage/diskReason.ts'
import { bundleName, bundleText, gatherBundle, type BundleEntry, type BundleOptions } from './gatherBundle.ts'

/** Its folder in the data folder. */
const SUPPORT_FOLDER = 'support'
/** Characters of one answer. */
const PAGE = 60_000

/** Writes the entries as one packed text into `folder`. Fails with one sentence. */
export function writeBundle(
  folder: string,
  now: number,
  entries: readonly BundleEntry[],
): Result<string, string> {
  const path = join(folder, bundleName(now))
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(path, gzipSync(bundleText(entries)), { mode: 0o600, flag: 'wx' })
    return ok(path)
  } catch (error) {
    return fail(
      `The support bundle was not written to ${path}: ${reasonOf(error)}. ${fixOf(error)}, then try again.`,
    )
  }
}

export function openReviewedBundles(
  options: Omit<BundleOptions, 'withCustomers' | 'now'>,
  now: () => number,
): SupportBundles {
  let reviewed: { readonly at: number; readonly entries: readonly BundleEntry[] } | null = null
  return {
    async review(withCustomers) {
      const at = now()
      const entries = await gatherBundle({ ...options, withCustomers, now: at })
      reviewed = { at, entries }
      return entries.map(({ name, says, text }) => ({ name, says, length: text.length }))
    },
    read: (name, from) =>
      reviewed?.entries.find((entry) => entry.name === name)?.text.slice(from, from + PAGE) ?? null,
    write() {
      if (reviewed === null) return fail('Nothing was written: look at the bundle first.')
      const written = writeBundle(join(options.directory, SUPPORT_FOLDER), reviewed.at, reviewed.entries)
      if (written.ok) reviewed = null
      return written
    },
  }
}
