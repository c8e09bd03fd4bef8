/** A dealer and the passphrase of that dealer, as forms ask for both. Keeps nothing: the form forgets the passphrase as it sends. */

import { dealerWords, type DealerName } from '../../../shared/domain/settings/dealerName.ts'
import { Field } from '../../ui/Field.tsx'

interface CredentialFieldsProps {
  /** Begins the ids of both fields. */
  readonly id: string
  readonly label: string
  readonly dealers: readonly DealerName[]
  readonly name: string
  readonly passphrase: string
  readonly onName: (name: string) => void
  readonly onPassphrase: (passphrase: string) => void
}

export const CredentialFields = (props: CredentialFieldsProps) => {
  const { id, label, dealers, name, passphrase, onName, onPassphrase } = props
  return (
    <>
      <div className="labelled">
        <label htmlFor={`${id}-name`}>{label}</label>
        <select
          id={`${id}-name`}
          className="field"
          value={name}
          onChange={({ target }) => onName(target.value)}
        >
          {dealers.map((dealer) => (
            <option key={dealer.name} value={dealer.name}>
              {dealerWords(dealer)}
            </option>
          ))}
        </select>
      </div>
      <Field
        id={`${id}-passphrase`}
        label="Passphrase"
        type="password"
        value={passphrase}
        onText={onPassphrase}
      />
    </>
  )
}
