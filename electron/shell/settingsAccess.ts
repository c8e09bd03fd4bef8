/** Reads and saves the shell's settings through the contract, like any other caller. Knows no setting by name. */

import type { Caller, TopicSink } from '../../shared/contract/ports.ts'
import type { Desk } from '../deskTypes.ts'

export interface ShellSettings {
  /** Every setting as it is now, as text by name. */
  load(): Readonly<Record<string, string>>
  /** Reports a setting that could not be saved, with `failed` as the sentence. Never throws. */
  save(name: string, value: string, failed: string): void
}

export function openShellSettings(
  desk: Desk,
  report: (sentence: string, error: unknown) => void,
): ShellSettings {
  const caller: Caller = { windowId: 'shell', allows: (scope) => desk.allows('shell', scope) }
  return {
    load() {
      let settings: Readonly<Record<string, string>> = {}
      const take = (all: Readonly<Record<string, string>>) => {
        settings = all
      }
      const sink: TopicSink<'settings'> = { snapshot: take, delta: take, end() {} }
      desk.sources.settings(null, sink, caller).close()
      return settings
    },
    save(name, value, failed) {
      const save = async () => {
        const result = await desk.handlers['setting.save']({ name, value }, caller)
        if (!result.ok) report(failed, null)
      }
      save().catch((error: unknown) => report(failed, error))
    },
  }
}
