/** The fields for the secrets of a venue: password and signing key. What is stored in the keychain need not be typed. */

import { Field } from '../../ui/Field.tsx'
import type { SigningKeyText } from './signingKey.ts'

export interface TypedCredentials {
  readonly username: string
  readonly password: string
  readonly key: SigningKeyText
  readonly setUsername: (text: string) => void
  readonly setPassword: (text: string) => void
  readonly setKey: (key: SigningKeyText) => void
}

interface CredentialFieldsProps {
  /** Tells the fields of one venue from those of another. */
  readonly id: string
  /** The keychain holds the secrets of this venue. */
  readonly isStored: boolean
  readonly typed: TypedCredentials
}

export const PasswordFields = ({ id, isStored, typed }: CredentialFieldsProps) => (
  <>
    <Field id={`user-${id}`} label="Username" value={typed.username} onText={typed.setUsername} />
    <Field
      id={`password-${id}`}
      label="Password"
      type="password"
      placeholder={isStored ? 'kept in the keychain' : ''}
      value={typed.password}
      onText={typed.setPassword}
    />
  </>
)

export function KeyFields({ id, isStored, typed }: CredentialFieldsProps) {
  const { key } = typed
  return (
    <>
      <Field
        id={`public-${id}`}
        label="Public key"
        placeholder={isStored ? 'kept in the keychain' : 'as the broker knows it'}
        value={key.publicKey}
        onText={(publicKey) => typed.setKey({ ...key, publicKey })}
      />
      <div className="labelled">
        <label htmlFor={`private-${id}`}>Private key</label>
        <textarea
          id={`private-${id}`}
          className="field secret"
          autoComplete="off"
          spellCheck={false}
          rows={3}
          placeholder={isStored ? 'kept in the keychain' : 'paste the PEM; Openpit never shows it again'}
          value={key.privateKeyPem}
          onChange={(event) => typed.setKey({ ...key, privateKeyPem: event.target.value })}
        />
      </div>
    </>
  )
}
