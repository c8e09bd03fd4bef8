/** The typed credentials of one venue, and the sign-in. The page forgets secrets after each attempt. */

import { useState } from 'react'
import type { Session, VenueSummary } from '../../../shared/contract/status.ts'
import { useSession } from '../../state/useSession.ts'
import { readSigningKey, type SigningKeyText } from './signingKey.ts'

/** Where the password or key is stored after sign-in. */
export type Keep = 'keychain' | 'run'

export interface VenueSignIn {
  /** The secrets that the venue needs; none where the terminal has its own. */
  readonly takesPassword: boolean
  readonly takesKey: boolean
  readonly username: string
  readonly password: string
  readonly key: SigningKeyText
  readonly keep: Keep
  readonly sending: boolean
  readonly setUsername: (text: string) => void
  readonly setPassword: (text: string) => void
  readonly setKey: (key: SigningKeyText) => void
  readonly setKeep: (keep: Keep) => void
  readonly signIn: () => Promise<void>
  /** Removes the credentials of the venue from the keychain. */
  readonly forget: () => Promise<void>
}

export function useVenueSignIn(
  venue: VenueSummary,
  keychain: Session['keychain'],
  onFailure: (sentence: string | null) => void,
): VenueSignIn {
  const { client } = useSession()
  const [username, setUsername] = useState(venue.username ?? '')
  const [password, setPassword] = useState('')
  const [key, setKey] = useState<SigningKeyText>({ publicKey: '', privateKeyPem: '' })
  const [keep, setKeep] = useState<Keep>(keychain.available ? 'keychain' : 'run')
  const [sending, setSending] = useState(false)
  const takesSecrets = venue.credentials === 'needed' || venue.credentials === 'stored'
  const takesKey = takesSecrets && venue.auth !== 'bearer'
  const takesPassword = takesSecrets && venue.auth !== 'signed'

  const signIn = async () => {
    const isTyped = takesSecrets && password !== ''
    const signing = takesKey
      ? readSigningKey(key, venue.credentials === 'needed')
      : { ok: true as const, value: null }
    if (!signing.ok) return onFailure(signing.failure)
    if (takesPassword && venue.credentials === 'needed' && (username === '' || password === ''))
      return onFailure('Type the username and the password of this venue.')
    onFailure(null)
    setSending(true)
    const reply = await client.call('session.signIn', {
      venueId: venue.id,
      username: isTyped ? username : null,
      password: isTyped ? password : null,
      signingKey: signing.value,
      keep,
    })
    setPassword('')
    setKey({ publicKey: key.publicKey, privateKeyPem: '' })
    setSending(false)
    if (!reply.ok) onFailure(reply.failure.message)
  }
  const forget = async () => {
    const reply = await client.call('session.forget', { venueId: venue.id })
    onFailure(reply.ok ? null : reply.failure.message)
  }
  return {
    takesPassword,
    takesKey,
    username,
    password,
    key,
    keep,
    sending,
    setUsername,
    setPassword,
    setKey,
    setKeep,
    signIn,
    forget,
  }
}
