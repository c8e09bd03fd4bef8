/** Makes the dealer's sentence of a failure of `electron-updater`. Shows codes only: its messages may hold a whole answer of the server. */

import { CHANNEL_FILE_TOO_LONG, LONGEST_CHANNEL_FILE } from './boundedAnswers.ts'

const NOTHING = 'Nothing was installed, and no order was touched.'

const SENTENCES: Readonly<Record<string, string>> = {
  ERR_UPDATER_CHANNEL_FILE_NOT_FOUND: `The update address has no file for this channel and system. ${NOTHING} Check --update-url and --update-channel, or ask the publisher.`,
  [CHANNEL_FILE_TOO_LONG]: `The channel file at the update address is longer than ${LONGEST_CHANNEL_FILE / 1024} kB, so Openpit stopped reading it. ${NOTHING} Check --update-url, or ask the publisher.`,
  ERR_CHECKSUM_MISMATCH: `The downloaded file does not have the sha512 of the channel file, so it was deleted. ${NOTHING} Download it again; if that repeats, ask the publisher.`,
  ERR_UPDATER_INVALID_SIGNATURE: `The downloaded installer is not signed by the publisher of this program, so it was deleted. ${NOTHING} Do not install that release by hand; ask the publisher.`,
  ERR_UPDATER_NO_CHECKSUM: `The channel file names no sha512 for the release, so it was not downloaded. ${NOTHING} Ask the publisher.`,
  ERR_UPDATER_INVALID_UPDATE_INFO: `The channel file at the update address cannot be read. ${NOTHING} Ask the publisher.`,
  ERR_UPDATER_INVALID_VERSION: `The channel file names no version. ${NOTHING} Ask the publisher.`,
}

/** `net::ERR_NAME_NOT_RESOLVED`, `ECONNREFUSED`, …: what Chromium and the system call a failure. */
const CODE = /\b(?:net::ERR_[A-Z_]{1,60}|E[A-Z_]{3,60}|HTTP_ERROR_\d{3})\b/

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'an error without a name'
  const { code } = error as { code?: unknown }
  if (typeof code === 'string' && CODE.test(code)) return code
  return CODE.exec(error.message)?.[0] ?? 'an error without a name'
}

export const isMissingChannelFile = (error: unknown): boolean =>
  codeOf(error) === 'ERR_UPDATER_CHANNEL_FILE_NOT_FOUND'

/** The installer failed after the desk was closed: what it left is not known. */
export const installFailureSentence = (error: unknown): string =>
  `The installer failed: the system said ${codeOf(error)}. Openpit is closed, and orders stay at the venue as they are. Start Openpit again; if it does not start, install it by hand.`

export function failureSentence(error: unknown): string {
  const code = codeOf(error)
  return (
    SENTENCES[code] ??
    `The update failed: the system said ${code}. ${NOTHING} Check the network and the address, then try again.`
  )
}
