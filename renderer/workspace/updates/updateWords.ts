/** What the sheet of updates says of each state, and which acts it offers. Pure. */

import type { UpdateStatus } from '../../../shared/domain/updates/updateStatus.ts'

export const CHANNEL_WORDS = { stable: 'stable', beta: 'beta: releases that are tried first' } as const

const releaseOf = ({ offered }: UpdateStatus): string => `Openpit ${offered?.version ?? ''}`.trim()

/** The state in one sentence or two, then what to do. */
export function stateWords(status: UpdateStatus): string {
  const release = releaseOf(status)
  switch (status.state) {
    case 'off':
      return status.why ?? 'Updates are off.'
    case 'idle':
      return 'Openpit looks for releases a minute after the start and every six hours. You can look now.'
    case 'checking':
      return 'Openpit is asking the address for releases…'
    case 'current':
      return 'The address has no other release for you. Nothing is to do.'
    case 'available':
      return status.offered?.isOlder === true
        ? `${release} is the release before. Download it to go back; nothing is installed by that.`
        : `${release} is available. Download it; nothing is installed by that, and dealing goes on.`
    case 'downloading':
      return `${release} is being downloaded: ${status.percent ?? 0} %. Dealing goes on.`
    case 'downloaded':
      return `${release} is downloaded, and its file is the published one. Installing closes Openpit.`
    case 'installing':
      return `Openpit is closing to install ${release}. Start it again as usual once it is gone.`
    case 'failed':
      return status.why ?? 'The last step failed. Nothing was installed.'
  }
}

/** What the last button says it will do. */
export const installWords = ({ offered }: UpdateStatus): string =>
  `Close Openpit and install ${offered?.version ?? ''}`

/** Whether the sheet has the buttons that ask the address. They stay while it is busy, so that focus and pointer keep their place. */
export const hasCheck = ({ state }: UpdateStatus): boolean => state !== 'off' && state !== 'installing'

/** Whether the address may be asked now. */
export const mayCheck = ({ state }: UpdateStatus): boolean =>
  state === 'idle' ||
  state === 'current' ||
  state === 'available' ||
  state === 'downloaded' ||
  state === 'failed'
