/** The sheet that gives this window a name. The name stands first in the window's title and is saved for later runs. */

import { useState, type FormEvent } from 'react'
import { MOST_TITLE, windowTitleSetting } from '../../../shared/domain/savedWorkspaces.ts'
import { useSession } from '../../state/useSession.ts'
import { Sheet } from '../../ui/Sheet.tsx'

export function NameWindow({ onClose }: { readonly onClose: () => void }) {
  const { client, server, windowName } = useSession()
  const setting = windowTitleSetting(windowName)
  const [name, setName] = useState(server.settings.getState().value?.[setting] ?? '')
  const save = (event: FormEvent) => {
    event.preventDefault()
    // The core reports a failed save as a notice, so nothing is done here.
    void client.call('setting.save', { name: setting, value: name.trim() })
    onClose()
  }
  return (
    <Sheet title="Name this window" onClose={onClose}>
      <form onSubmit={save}>
        <label className="label" htmlFor="window-name">
          Name, such as “Left screen”; empty removes it
        </label>
        <input
          id="window-name"
          className="field"
          value={name}
          maxLength={MOST_TITLE}
          autoComplete="off"
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => setName(target.value)}
        />
        <button type="submit" className="button primary">
          Save the name
        </button>
      </form>
    </Sheet>
  )
}
