/** What a line may refer to, what a line can mean, and the two ways a reader stops: refused, unfinished. Types and refusals only. */

import type { Decimal, DecimalText } from '../../../shared/base/decimal.ts'
import type { Customer } from '../../../shared/domain/accounts/customer.ts'
import type { HaltScope } from '../../../shared/domain/orders/halt.ts'
import type { Instrument } from '../../../shared/domain/instrument.ts'
import type { LimitRule } from '../../../shared/domain/limits/limits.ts'
import type { Order, OrderChanges, OrderDraft } from '../../../shared/domain/orders/order.ts'
import type { BracketPrices } from '../../../shared/domain/orders/bracketPrices.ts'
import type { ScaleRow } from '../../../shared/domain/orders/rows/scaleTag.ts'
import type { OrderRemarks } from '../../../shared/domain/orders/orderRemarks.ts'
import type { Alias } from '../../../shared/domain/settings/aliases.ts'
import type { CustomerCode, Side, Symbol } from '../../../shared/domain/scalars.ts'
import type { Market } from '../../format/agedPrices.ts'
import type { BlockForm } from '../../state/blockForm/blockFields.ts'
import type { Joining } from '../../state/actions/joinLinks.ts'
import type { NamedWorkspace } from '../../state/workspaces/namedWorkspaces.ts'
import type { Word } from './wordsOfLine.ts'

/** What `#`, `.` and `sel` name openly, and what names are known. Nothing else is taken from the window. */
export interface LineContext {
  readonly customer: CustomerCode | null
  readonly instrument: Symbol | null
  readonly customers: readonly Customer[]
  readonly instruments: readonly Instrument[]
  /** Prices of an instrument as they are known now, with their age. */
  readonly marketOf: (symbol: Symbol) => Market
  /** What the dealer's own word was made for at this venue, also where it is no alias in force any more. */
  readonly storedAlias: (word: string) => Alias | null
  /** What the dealer's own word stands for; null where it is no alias in force. */
  readonly aliasNamed: (word: string) => Alias | null
  /** The aliases in force of one kind. */
  readonly aliasWords: (kind: Alias['kind']) => readonly string[]
  /** The limits in force. */
  readonly rules: readonly LimitRule[]
  /** The panels that a word opens. */
  readonly panels: readonly PanelCommand[]
  /** Contracts held, signed; null while unknown. */
  readonly positionOf: (customer: CustomerCode, symbol: Symbol) => Decimal | null
  /** Instruments in which a customer holds a position; null while a position is not known for certain. */
  readonly heldSymbols: (customer: CustomerCode) => readonly Symbol[] | null
  /** The order selected in the orders table; null for none. */
  readonly selected: Order | null
  /** Live orders of a customer, as far as this window knows them. */
  readonly liveOrders: (customer: CustomerCode) => readonly Order[]
  readonly workspaces: readonly NamedWorkspace[]
  /** Live orders with this reference id, of every customer. */
  readonly ordersNamed: (referenceId: string) => readonly Order[]
}

/** A panel that a line opens by its first word. */
export interface PanelCommand {
  readonly word: string
  /** Id of the panel. */
  readonly panel: string
  readonly title: string
  /** Whether a customer follows the word; `group`: a group may. */
  readonly customer: 'needed' | 'optional' | 'none' | 'group'
  /** Whether an instrument may follow, which narrows the table; left out: it may not. */
  readonly instrument?: 'optional'
}

export type LineReading =
  | { readonly kind: 'empty' }
  /** Wrong from `start` to `end`; `offer` fits there instead, null where nothing does. */
  | {
      readonly kind: 'bad'
      readonly start: number
      readonly end: number
      readonly reason: string
      readonly offer: string | null
    }
  /** Right so far; `next` says what to type. */
  | { readonly kind: 'unfinished'; readonly next: string }
  /** `sizedBy`: the position that `rev`, `half`, `pos` or `50%p` took the size from, signed contracts. */
  | {
      readonly kind: 'order'
      readonly draft: OrderDraft
      readonly remarks?: OrderRemarks
      readonly sizedBy?: DecimalText
      readonly bracket?: BracketPrices
      /** The order is a scale of these limit orders. */
      readonly scale?: readonly ScaleRow[]
    }
  /** `… ?`: shows what would become of the order; sends nothing. */
  | { readonly kind: 'dryRun'; readonly draft: OrderDraft; readonly bracket?: BracketPrices }
  | { readonly kind: 'amend'; readonly order: Order; readonly changes: OrderChanges }
  | {
      readonly kind: 'cancelAll'
      readonly customerCode: CustomerCode
      readonly symbol: Symbol | null
      readonly side: Side | null
    }
  | { readonly kind: 'cancel'; readonly orders: readonly Order[] }
  | { readonly kind: 'flatten'; readonly customerCode: CustomerCode; readonly symbol: Symbol }
  | { readonly kind: 'flattenAll'; readonly customerCode: CustomerCode; readonly symbols: readonly Symbol[] }
  /** Fills in the sheet of a block and opens it; sends nothing. */
  | { readonly kind: 'block'; readonly form: Partial<BlockForm>; readonly customers: number }
  /** Sends nothing: brings a panel to the front. */
  | {
      readonly kind: 'open'
      readonly panel: string
      readonly customerCode: CustomerCode | null
      readonly symbol: Symbol | null
      /** Left out: the line names none. */
      readonly group?: string
    }
  /** Open a sheet that asks once more. */
  | { readonly kind: 'halt'; readonly scope: HaltScope }
  | { readonly kind: 'lift'; readonly scope: HaltScope | null }
  | { readonly kind: 'signOut' }
  /** Locks trading at once; while locked, opens the sheet that asks for the word. Sends no order. */
  | { readonly kind: 'lock' }
  /** Arms or disarms the ladder in focus. */
  | { readonly kind: 'arm'; readonly armed: boolean }
  /** Joins the panel that had the focus last to a link, or leaves the link. */
  | { readonly kind: 'join'; readonly joining: Joining }
  /** Opens a named workspace in this window; null: lists them. */
  | { readonly kind: 'space'; readonly workspace: { readonly id: string; readonly name: string } | null }
  /** Shows the state of the desk while it is typed. */
  | { readonly kind: 'stat' }
  /** `about`: what one word means; null: every key and the grammar. */
  | { readonly kind: 'help'; readonly about: string | null }

/** Carries a refusal out of the nested readers; `readLine` alone catches it. */
export class Refused {
  readonly reading: LineReading
  constructor(reading: LineReading) {
    this.reading = reading
  }
}

export const refuse = (word: Word, reason: string, offer: string | null = null): never => {
  throw new Refused({ kind: 'bad', start: word.start, end: word.end, reason, offer })
}

export const need = (word: Word | undefined, next: string): Word => {
  if (word) return word
  throw new Refused({ kind: 'unfinished', next })
}
