/** One check of a venue from this window: what was typed, the check that runs, and its result. The page forgets secrets after each check and reaches no network. */

import { useEffect, useRef, useState } from 'react'
import type { Reply } from '../../../../shared/contract/contract.ts'
import { customerCode } from '../../../../shared/domain/scalars.ts'
import { useSession } from '../../../state/useSession.ts'
import type { TypedCredentials } from '../CredentialFields.tsx'
import { readSigningKey, type SigningKeyText } from '../signingKey.ts'
import type { CheckSubject } from './checkSubject.ts'

export interface CheckResult extends Reply<'venue.check'> {
  readonly subject: CheckSubject
}

export interface VenueCheck {
  readonly typed: TypedCredentials
  readonly customer: string
  readonly setCustomer: (text: string) => void
  /** This window waits for the end of a check. */
  readonly isRunning: boolean
  /** The dealer stopped the check that runs, and its end is awaited. */
  readonly isStopping: boolean
  /** What the core said of the check that the dealer stopped; null where the last check was not stopped. */
  readonly stopped: string | null
  readonly result: CheckResult | null
  /** Why the last check failed or could not begin; null while nothing is wrong. */
  readonly failure: string | null
  readonly start: (subject: CheckSubject) => Promise<void>
  readonly stop: () => void
  /** Another subject was chosen: the last result is not about it. */
  readonly forget: () => void
}

export const takesPassword = ({ credentials, auth }: CheckSubject): boolean =>
  credentials !== 'built-in' && auth !== 'signed'
export const takesKey = ({ credentials, auth }: CheckSubject): boolean =>
  credentials !== 'built-in' && auth !== 'bearer'

export function useVenueCheck(): VenueCheck {
  const { client } = useSession()
  const [username, setUsername] = useState('')
  const [password, setPassword] = useState('')
  const [key, setKey] = useState<SigningKeyText>({ publicKey: '', privateKeyPem: '' })
  const [customer, setCustomer] = useState('')
  const [isRunning, setRunning] = useState(false)
  const [isStopping, setStopping] = useState(false)
  const [stopped, setStopped] = useState<string | null>(null)
  const [result, setResult] = useState<CheckResult | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const running = useRef(false)
  const isStopAsked = useRef(false)
  const stop = async () => {
    if (!running.current || isStopAsked.current) return
    isStopAsked.current = true
    setStopping(true)
    const reply = await client.call('venue.stopCheck', {})
    if (reply.ok) return
    // The check goes on, so that it can be stopped again.
    isStopAsked.current = false
    setStopping(false)
    if (running.current) setFailure(reply.failure.message)
  }
  // A sheet that is closed leaves no check behind.
  useEffect(
    () => () => {
      if (running.current) void client.call('venue.stopCheck', {})
    },
    [client],
  )

  const start = async (subject: CheckSubject) => {
    if (running.current) return
    setResult(null)
    setStopped(null)
    const isNeeded = subject.credentials === 'needed'
    const signing = takesKey(subject) ? readSigningKey(key, isNeeded) : ({ ok: true, value: null } as const)
    if (!signing.ok) return setFailure(signing.failure)
    if (takesPassword(subject) && isNeeded && (username === '' || password === ''))
      return setFailure(`Type the username and the password for ${subject.name}.`)
    const code = customer.trim() === '' ? null : customerCode.safeParse(customer.trim())
    if (code?.success === false)
      return setFailure(`“${customer.trim()}” is no customer code. Correct it, or leave the field empty.`)
    setFailure(null)
    running.current = true
    isStopAsked.current = false
    setRunning(true)
    const isTyped = takesPassword(subject) && password !== ''
    const reply = await client.call('venue.check', {
      venueId: subject.venueId,
      profile: subject.profile,
      username: isTyped ? username : null,
      password: isTyped ? password : null,
      signingKey: signing.value,
      customer: code?.data ?? null,
    })
    running.current = false
    setRunning(false)
    setStopping(false)
    setFailure(null)
    setPassword('')
    setKey({ publicKey: key.publicKey, privateKeyPem: '' })
    if (reply.ok) setResult({ ...reply.value, subject })
    else if (isStopAsked.current && reply.failure.kind === 'refused') setStopped(reply.failure.message)
    else setFailure(reply.failure.message)
  }
  return {
    typed: { username, password, key, setUsername, setPassword, setKey },
    customer,
    setCustomer,
    isRunning,
    isStopping,
    stopped,
    result,
    failure,
    start,
    stop: () => void stop(),
    forget() {
      setResult(null)
      setStopped(null)
      setFailure(null)
    },
  }
}
