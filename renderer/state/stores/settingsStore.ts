/** The dealer's settings as this window has them. Only `followSettings.ts` writes it. */

import { createStore, type StoreApi } from 'zustand/vanilla'
import { readDealerSettings, type DealerSettings } from '../../../shared/domain/settings/dealerSettings.ts'

export interface SettingsInForce {
  readonly settings: DealerSettings
  /** Counts the changes. */
  readonly revision: number
  /** False until the core sent them: the usual ones are in force. */
  readonly known: boolean
}

export type SettingsStore = StoreApi<SettingsInForce>

export const createSettingsStore = (): SettingsStore =>
  createStore<SettingsInForce>(() => ({
    settings: readDealerSettings(undefined),
    revision: 0,
    known: false,
  }))

/** The size presets that the settings have for an instrument, as one text; empty where they have none. */
export const sizesText = ({ values }: DealerSettings, symbol: string): string =>
  (values['ladder.sizes'][symbol] ?? []).join(' ')
