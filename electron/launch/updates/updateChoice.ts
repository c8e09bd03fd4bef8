/** Where the installed program gets other releases from: the two words of the command line. Asks no address. */

import { fail, ok, type Result } from '../../../shared/base/result.ts'
import { updateChannel } from '../../../shared/domain/updates/updateStatus.ts'
import type { UpdateChoice } from '../../deskTypes.ts'

/** Why a run without an address has no updates. */
export const whyNoUpdates = (isInstalled: boolean): string =>
  isInstalled
    ? 'Updates are off, because no update address is configured. Start Openpit with --update-url to switch them on.'
    : 'Updates are off, because Openpit runs from its sources. Update the sources instead.'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Why an address may not be used; null: it may. What is installed comes from there, so nobody between may change it. */
function whyNotUsed(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    return '--update-url must be an https address.'
  if (url.protocol === 'http:' && !LOOPBACK.has(url.hostname))
    return '--update-url must begin with https: what arrives over http can be changed on the way.'
  if (url.username !== '' || url.password !== '')
    return '--update-url must hold no user name and no password: other programs can read the command line.'
  if (url.search !== '' || url.hash !== '') return '--update-url must be a folder, without ? and #.'
  return null
}

/** Null: no address, so updates are off. Fails with one sentence that names the option. */
export function readUpdateChoice(
  address: string | undefined,
  channel: string | undefined,
): Result<UpdateChoice | null, string> {
  if (address === undefined)
    return channel === undefined ? ok(null) : fail('--update-channel needs --update-url beside it.')
  const why = whyNotUsed(address)
  if (why !== null) return fail(why)
  const read = updateChannel.safeParse(channel ?? 'stable')
  return read.success
    ? ok({ address, channel: read.data })
    : fail(`--update-channel must be stable or beta, not "${channel}".`)
}
