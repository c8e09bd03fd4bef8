/** Settings and keys as one file: writes it, and shows what a file would change before it does. */

import { plural } from '../../../shared/base/plural.ts'
import { useRef, useState } from 'react'
import type { DealerSettings } from '../../../shared/domain/settings/dealerSettings.ts'
import {
  MOST_FILE_LENGTH,
  readSettingsFile,
  settingsFileText,
  type FileContents,
} from '../../../shared/domain/settings/settingsFile.ts'
import type { Binding } from '../../keyboard/remapKeys.ts'
import { readPicked } from '../../state/windows/readPicked.ts'
import { saveFile } from '../../state/windows/saveFile.ts'
import { useSession } from '../../state/useSession.ts'
import { reviewLines } from './importReview.ts'
import type { ChangeOutcome } from './useSettingsChange.ts'
import { keyedSentences, withDistinctKeys } from '../../ui/distinctKeys.ts'

interface ExportImportProps {
  readonly settings: DealerSettings
  readonly change: ChangeOutcome['change']
  /** The keys of a file that this window can have, and a sentence for each of the others. */
  readonly fit: (keys: FileContents['keys']) => Pick<FileContents, 'keys' | 'leftOut'>
  /** The keys in force. */
  readonly bindings: readonly Binding[]
}

export function ExportImport({ settings, change, fit, bindings }: ExportImportProps) {
  const session = useSession()
  const file = useRef<HTMLInputElement>(null)
  const [offer, setOffer] = useState<FileContents | null>(null)
  const [said, setSaid] = useState<string | null>(null)
  const take = async (chosen: File | undefined) => {
    if (!chosen) return
    setOffer(null)
    const read = await readPicked(chosen, MOST_FILE_LENGTH, readSettingsFile)
    if (!read.ok) return setSaid(read.failure)
    const keys = fit(read.value.keys)
    setSaid(null)
    setOffer({
      values: read.value.values,
      keys: keys.keys,
      leftOut: [...read.value.leftOut, ...keys.leftOut],
    })
  }
  const apply = async (contents: FileContents) => {
    const isDone = await change({ values: contents.values as never, keys: contents.keys })
    setOffer(null)
    if (isDone) setSaid(`Imported: ${count(contents)}. ${leftOutWords(contents)}`)
  }
  return (
    <section className="setting-file" aria-label="Export and import">
      <button
        type="button"
        className="button small"
        onClick={() => void saveFile(session, 'openpit-settings', 'json', settingsFileText(settings))}
      >
        Export to a file
      </button>
      <button type="button" className="button small" onClick={() => file.current?.click()}>
        Import a file…
      </button>
      <input
        ref={file}
        type="file"
        hidden
        accept=".json,application/json"
        aria-label="File of settings"
        onChange={(event) => {
          void take(event.target.files?.[0])
          event.target.value = ''
        }}
      />
      <span role="status">{said}</span>
      {offer && (
        <div className="review" role="group" aria-label="Import">
          <p className="review-sentence">
            {isNothing(offer)
              ? 'This file changes nothing here.'
              : `This file sets ${count(offer)}. What it does not name stays as it is.`}
          </p>
          <ul>
            {withDistinctKeys(reviewLines(offer, settings, bindings), ({ text }) => text).map(
              ({ item: { text, standsOut }, key }) => (
                <li key={key} className={standsOut ? 'amber strong' : undefined}>
                  {text}
                </li>
              ),
            )}
            {keyedSentences(offer.leftOut).map(({ sentence: line, key }) => (
              <li key={`left out ${key}`} className="amber">
                {line}
              </li>
            ))}
          </ul>
          <div className="row-of-buttons">
            <button type="button" className="button" onClick={() => setOffer(null)}>
              Leave everything as it is
            </button>
            {!isNothing(offer) && (
              <button type="button" className="button primary" onClick={() => void apply(offer)}>
                Import
              </button>
            )}
          </div>
        </div>
      )}
    </section>
  )
}

const isNothing = ({ values, keys }: FileContents) =>
  Object.keys(values).length + Object.keys(keys).length === 0

const count = ({ values, keys }: FileContents): string =>
  `${plural(Object.keys(values).length, 'setting')} and ${plural(Object.keys(keys).length, 'key')}`

const leftOutWords = ({ leftOut }: FileContents): string =>
  leftOut.length === 0 ? 'Nothing was left out.' : `Left out: ${leftOut.join(' ')}`
