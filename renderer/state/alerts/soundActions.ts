/** Mutes the sounds and changes their volume by key, for every window. Sends nothing to the venue. */

import { SOUND_VOLUMES } from '../../../shared/domain/settings/settingList.ts'
import { tellFailure } from '../actions/dealing.ts'
import { tell } from '../stores/noticeStore.ts'
import type { WindowSession } from '../windowSession.ts'

async function change(session: WindowSession, values: Record<string, number | boolean>): Promise<boolean> {
  const reply = await session.client.call('settings.change', { values, keys: {}, typed: '' })
  if (!reply.ok) tellFailure(session, 'Sound', reply.failure)
  return reply.ok
}

export async function turnMute(session: WindowSession): Promise<void> {
  const isMuted = !session.settings.getState().settings.values['sound.muted']
  if (!(await change(session, { 'sound.muted': isMuted }))) return
  const sentence = isMuted
    ? 'Sounds are muted. What must be acknowledged still sounds.'
    : 'Sounds are on again.'
  tell(session.notices, session.clock, 'info', sentence)
}

/** `by`: steps of the volume, 1 or -1. */
export function changeVolume(session: WindowSession, by: 1 | -1): void {
  const { 'sound.volume': volume } = session.settings.getState().settings.values
  const next = SOUND_VOLUMES.find((step) => step === volume + by)
  if (next !== undefined) void change(session, { 'sound.volume': next })
}
