/** The fields of a venue profile, group by group. Draws typed values and their faults; saves nothing. */

import { GROUPS, PROFILE_FIELDS, groupName, type ProfileField, type ProfileForm } from './profileForm.ts'

interface ProfileFieldsProps {
  readonly form: ProfileForm
  /** Sentences by the path of a field. */
  readonly problems: Readonly<Record<string, string>>
  readonly onChange: (form: ProfileForm) => void
}

export const ProfileFields = ({ form, problems, onChange }: ProfileFieldsProps) => (
  <div className="profile-groups">
    <div className="profile-columns">
      {GROUPS.map((group) => (
        <fieldset key={group}>
          <legend>{groupName(group)}</legend>
          {PROFILE_FIELDS.filter((field) => field.group === group).map((field) => (
            <FieldRow
              key={field.path}
              field={field}
              value={form[field.path] ?? ''}
              problem={problems[field.path] ?? null}
              onChange={(value) => onChange({ ...form, [field.path]: value })}
            />
          ))}
        </fieldset>
      ))}
    </div>
  </div>
)

interface FieldRowProps {
  readonly field: ProfileField
  readonly value: string | boolean
  readonly problem: string | null
  readonly onChange: (value: string | boolean) => void
}

function FieldRow({ field, value, problem, onChange }: FieldRowProps) {
  const id = `profile-${field.path}`
  const shared = {
    id,
    'aria-invalid': problem !== null,
    'aria-describedby': problem === null ? undefined : `${id}-problem`,
  }
  return (
    <div className="labelled">
      <label htmlFor={id}>{field.label}</label>
      {field.kind === 'flag' ? (
        <span>
          <input
            {...shared}
            type="checkbox"
            checked={value === true}
            onChange={(event) => onChange(event.target.checked)}
          />
        </span>
      ) : field.kind === 'choice' ? (
        <select
          {...shared}
          className="field"
          value={String(value)}
          onChange={(event) => onChange(event.target.value)}
        >
          {field.options.map((option) => (
            <option key={option} value={option}>
              {option}
            </option>
          ))}
        </select>
      ) : (
        <input
          {...shared}
          className="field"
          autoComplete="off"
          spellCheck={false}
          placeholder={field.kind === 'number' ? 'left out' : field.kind === 'words' ? 'none' : ''}
          value={String(value)}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
      {problem !== null && (
        <span id={`${id}-problem`} className="problem">
          {problem}
        </span>
      )}
    </div>
  )
}
