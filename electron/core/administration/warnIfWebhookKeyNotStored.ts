/** Words for the dealer where the public key of a webhook is lost, or stored for this run only. */

import type { Result } from '../../../shared/base/result.ts'
import type { Notices } from '../notices/raiseAndAcknowledgeNotices.ts'

export const KEY_LOST =
  'The venue shows the public key of a webhook once, at its registration, and Openpit does not have it. Remove the webhook and register it again to check its deliveries.'

/** Warns where a key could not be journaled. */
export const warnIfLost = (notices: Pick<Notices, 'say'>, written: Result<null, string>): void => {
  if (!written.ok)
    notices.say(
      'warning',
      `The public keys of webhooks are stored for this run only, because the journal cannot be written: ${written.failure} ${KEY_LOST}`,
    )
}
