/** The record of a panel that stands in a window of its own: whose panel it is, and where it goes back. One setting each; while it is there, its home does not draw the panel. Pure. */

import { z } from 'zod'

const PREFIX = 'popout.'

const popOut = z.strictObject({
  /** The name of the window that the panel goes back to. */
  home: z.string().regex(/^[a-z]{1,20}$/),
  panel: z.string().regex(/^[^:]{1,40}:[1-9]\d{0,3}$/),
  /** The layout of its home before the panel left. */
  layout: z.json(),
})
export type PopOut = z.infer<typeof popOut>

export const popOutSetting = (windowName: string): string => `${PREFIX}${windowName}`
export const isPopOutRecord = (setting: string): boolean => setting.startsWith(PREFIX)

/** The record of one window; null where the panel went back, or none can be read. */
export function popOutOf(settings: Readonly<Record<string, string>>, windowName: string): PopOut | null {
  try {
    const read = popOut.safeParse(JSON.parse(settings[popOutSetting(windowName)] ?? ''))
    return read.success ? read.data : null
  } catch {
    return null
  }
}

/** The panels of a window that stand in windows of their own. */
export const poppedOutOf = (
  settings: Readonly<Record<string, string>>,
  home: string,
): readonly { readonly windowName: string; readonly record: PopOut }[] =>
  Object.keys(settings)
    .filter(isPopOutRecord)
    .flatMap((setting) => {
      const windowName = setting.slice(PREFIX.length)
      const record = popOutOf(settings, windowName)
      return record?.home === home ? [{ windowName, record }] : []
    })
