/** What checks for, downloads and installs another release of the program. Interface only: `electron/shell/updates` implements it. */

import type { UpdateChannel } from '../../../../shared/domain/updates/updateStatus.ts'

/** Where releases come from. */
export interface UpdateChoice {
  readonly address: string
  readonly channel: UpdateChannel
}

/**
 * `newer`: the release of the channel, where it is newer than the running one · `older`: the release that the publisher offers for going back, where
 * it is older.
 */
export type UpdateSearch = 'newer' | 'older'

/** What became of a request. `none`: the address has no such release · `downloaded`: the sha512 of the file fits the channel file. */
export type UpdateNews =
  | { readonly is: 'none' }
  | { readonly is: 'available'; readonly version: string; readonly isOlder: boolean }
  | { readonly is: 'progress'; readonly percent: number }
  | { readonly is: 'downloaded'; readonly version: string }
  /** One sentence or more, for the dealer. */
  | { readonly is: 'failed'; readonly why: string }

/** Downloads nothing and installs nothing by itself, also not when the program quits. */
export interface Updater {
  readonly choice: UpdateChoice
  /** The one listener of this run; each request is answered through it. */
  listen(listener: (news: UpdateNews) => void): void
  check(search: UpdateSearch): void
  /** Downloads the release that the last check found. */
  download(): void
  /** Closes the desk in order, then installs the downloaded release and ends the program. Asks nobody: the caller has decided. */
  install(): void
}
