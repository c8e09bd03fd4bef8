/** Every command that a window may give the core, with its request and its reply. No secret is ever a reply (C6). */

import { z } from 'zod'
import { dealerName } from '../domain/settings/dealerName.ts'
import { alertChange } from '../domain/alerts/alertRule.ts'
import { bookWalk, walkSize } from '../domain/book/bookWalk.ts'
import { candlePage, interval, MOST_OF_A_PAGE } from '../domain/candles/candle.ts'
import { feeProfileItem } from '../domain/accounts/fees.ts'
import { windowDurations } from '../domain/health/drawn.ts'
import { healthHour } from '../domain/health/week.ts'
import { instrument } from '../domain/instrument.ts'
import { ledgerRow, ledgerStatus, transferRequest } from '../domain/accounts/ledger.ts'
import { limitRules } from '../domain/limits/limits.ts'
import { marginProfile } from '../domain/accounts/margin.ts'
import { linkChange } from '../domain/panelLinks.ts'
import { settingsChange } from '../domain/settings/dealerSettings.ts'
import { trade } from '../domain/trade.ts'
import { customerCode, decimalText, epochMs, side, symbol } from '../domain/scalars.ts'
import { eventType, webhook, webhookPage, webhookUrl } from '../domain/webhook.ts'
import { approvalCommands } from './commands/approvalCommands.ts'
import { blockCommands } from './commands/blockCommands.ts'
import { customerCommands } from './commands/customerCommands.ts'
import { command, type Command } from './define.ts'
import { intentId, orderCommands } from './commands/orderCommands.ts'
import { signingKey, venueCommands, venueId } from './commands/venueCommands.ts'
import { replayAct } from './replay.ts'

const done = z.strictObject({})
const customerKey = z.strictObject({ customerCode })
/** A cursor from the venue, passed back unchanged. */
const cursor = z.string().max(1_000).nullable()
/** Why the venue may have more rows even if this page is the last that is read: a clause without a full stop. Null: it has no more. */
const missing = z.string().nullable()
/** Rows of this page that the venue listed and that cannot be read; left out: none. */
const unreadable = z.number().int().positive().optional()
/** Literals separated by `|`, with `*` for any characters (docs/api.md#symbol-filters); null: no filter. */
const filter = z.string().min(1).max(500).nullable()

/** Characters of one part of a saved file, and parts of one file: 100 MB together. */
export const FILE_PART_LENGTH = 500_000
const FILE_PARTS = 200
/** One part of a text that is larger than a frame. */
const filePart = {
  /** A new id for each text. */
  fileId: z.string().min(1).max(40),
  part: z.number().int().min(1).max(FILE_PARTS),
  parts: z.number().int().min(1).max(FILE_PARTS),
  content: z.string().max(FILE_PART_LENGTH),
}

export const commands = {
  'session.signIn': command({
    request: z.strictObject({
      venueId,
      /** Null: use the built-in or stored credentials. */
      username: z.string().max(200).nullable(),
      password: z.string().max(1000).nullable(),
      /** For venues whose profile signs requests; stored like the password. */
      signingKey: signingKey.nullable(),
      /** `keychain`: stored for the next run · `run`: forgotten when the terminal closes. */
      keep: z.enum(['keychain', 'run']),
    }),
    reply: done,
    scope: 'desktop',
  }),
  /** Says who deals from now on; null: nobody is named. Every act is journaled under the name. */
  'session.nameDealer': command({
    request: z.strictObject({ dealer: dealerName.nullable() }),
    reply: done,
    scope: 'desktop',
  }),
  'session.signOut': command({ request: done, reply: done, scope: 'desktop' }),
  /** Locks the session in every window. Every later command but those with `whileLocked` and those that read is refused until `session.unlock`. */
  'session.lock': command({ request: done, reply: done, scope: 'desktop', whileLocked: true }),
  /** `typed` is the password of the sign-in, or `UNLOCK_WORD` on the built-in broker. Wrong ones make the next wait. */
  'session.unlock': command({
    request: z.strictObject({ typed: z.string().min(1).max(1_000) }),
    reply: done,
    scope: 'desktop',
    whileLocked: true,
  }),
  /** A key or a click in this window: the session does not lock by rest. Sent every few seconds at most, and only while a time of rest is set. */
  'session.active': command({ request: done, reply: done, scope: 'read' }),
  'session.forget': command({
    request: z.strictObject({ venueId }),
    reply: done,
    scope: 'desktop',
  }),
  ...orderCommands,
  ...blockCommands,
  'transfer.submit': command({
    request: z.strictObject({ intentId, transfer: transferRequest }),
    reply: z.strictObject({ code: z.string() }),
    scope: 'trade',
    expires: true,
  }),
  ...customerCommands,
  ...approvalCommands,
  'marginProfile.read': command({ request: customerKey, reply: marginProfile, scope: 'read' }),
  'feeProfile.read': command({ request: customerKey, reply: z.array(feeProfileItem), scope: 'read' }),
  /**
   * Writes fees in bps and replies with the fees that it read back; `symbol` null: every instrument. `before`: the fees that the dealer
   * reviewed. Other fees at the venue refuse the write.
   */
  'feeProfile.write': command({
    request: z.strictObject({
      intentId,
      customerCode,
      symbol: symbol.nullable(),
      makerFee: decimalText,
      takerFee: decimalText,
      before: z.array(feeProfileItem).max(5_000),
    }),
    reply: z.array(feeProfileItem),
    scope: 'trade',
  }),
  'webhook.list': command({
    request: z.strictObject({ page: z.number().int().min(1).max(100_000) }),
    reply: webhookPage,
    scope: 'read',
  }),
  /** The core stores the public key before this replies. */
  'webhook.register': command({
    request: z.strictObject({
      intentId,
      url: webhookUrl,
      includeAllEvents: z.boolean(),
      /** Ignored with `includeAllEvents`. */
      eventTypes: z.array(eventType).max(100),
    }),
    reply: webhook,
    scope: 'trade',
  }),
  'webhook.remove': command({
    request: z.strictObject({ id: z.string().min(1).max(100) }),
    reply: done,
    scope: 'trade',
  }),
  /** Checks a pasted delivery against the stored public key. */
  'webhook.verify': command({
    request: z.strictObject({
      id: z.string().min(1).max(100),
      body: z.string().max(262_144),
      signature: z.string().max(2_000),
    }),
    reply: z.strictObject({ valid: z.boolean(), message: z.string() }),
    scope: 'read',
  }),
  /** One page of the venue's ledger, newest first; `next` is the `before` of the next page. */
  'ledger.read': command({
    request: z.strictObject({
      customerCode: customerCode.nullable(),
      from: epochMs.nullable(),
      to: epochMs.nullable(),
      status: ledgerStatus.nullable(),
      before: cursor,
    }),
    reply: z.strictObject({ rows: z.array(ledgerRow), next: cursor, missing, unreadable }),
    scope: 'read',
  }),
  /** One page of the venue's trades; `next` is the `before` of the next page. With `asc`, `next` is null and `from` gives the next page. */
  'trades.read': command({
    request: z.strictObject({
      customerCode: customerCode.nullable(),
      symbol: symbol.nullable(),
      from: epochMs.nullable(),
      to: epochMs.nullable(),
      sort: z.enum(['asc', 'desc']),
      before: cursor,
    }),
    reply: z.strictObject({ trades: z.array(trade), next: cursor, missing, unreadable }),
    scope: 'read',
  }),
  /** One trade as the venue reports it now, completed from the known trade. */
  'trade.read': command({
    request: z.strictObject({ customerCode, code: z.string().min(1).max(100) }),
    reply: trade,
    scope: 'read',
  }),
  /**
   * Stored candles, oldest first: the newest `count` that open before `before`, or, with `after`, the oldest that open after it. Gaps reach to the
   * requested edge.
   */
  'candles.read': command({
    request: z.strictObject({
      symbol,
      interval,
      before: epochMs,
      after: epochMs.nullable(),
      count: z.number().int().min(1).max(MOST_OF_A_PAGE),
    }),
    reply: candlePage,
    scope: 'read',
  }),
  /** The levels that an order would fill against now, up to its limit price if it has one; null `walk`: no live book. Sends nothing to the venue. */
  'book.walk': command({
    request: z.strictObject({ symbol, side, size: walkSize }),
    reply: z.strictObject({ walk: bookWalk.nullable() }),
    scope: 'read',
  }),
  'instruments.read': command({
    request: z.strictObject({ symbol: filter, underlying: filter, quoteCurrency: filter, status: filter }),
    reply: z.array(instrument),
    scope: 'read',
  }),
  ...venueCommands,
  /**
   * Puts limits in force. Scope `trade`: a window that may not send orders may not loosen their limits. Refused when another version is in
   * force by now (`field` is `baseVersion`), or where the limits are unconfirmed for another reason than the dealer read (`unconfirmed`). A save that loosens a block, or that confirms limits, needs the word that the refusal names
   * (`typed`). A save without changes confirms unconfirmed limits.
   */
  'limits.save': command({
    request: z.strictObject({
      baseVersion: z.number().int(),
      rules: limitRules,
      /** Why the limits were unconfirmed, as the window showed it to the dealer; null: they were confirmed. */
      unconfirmed: z.string().max(10_000).nullable(),
      typed: z.string().max(100).nullable(),
    }),
    reply: z.strictObject({ version: z.number().int() }),
    scope: 'trade',
  }),
  /**
   * Acknowledges notices as this window showed them. A notice that was repeated since (another `count`) stays unacknowledged. Scope `desktop`:
   * the notices are this machine's own record, so a window that may not trade can acknowledge them too.
   */
  'notice.acknowledge': command({
    request: z.strictObject({
      notices: z.array(z.strictObject({ id: z.number().int(), count: z.number().int().min(1) })).max(2_000),
    }),
    reply: done,
    scope: 'desktop',
  }),
  /**
   * Sets, changes, switches or deletes one alert, for every window, or undoes the last deletion. Sends nothing to the venue. `id`: the alert;
   * null where there is none any more.
   */
  'alert.change': command({
    request: z.strictObject({ change: alertChange }),
    reply: z.strictObject({ id: z.number().int().nullable() }),
    scope: 'desktop',
  }),
  /** Pauses, resumes or moves the replay, or sets its speed. The topic `session` then has the new position. */
  'replay.control': command({
    request: z.strictObject({ control: replayAct }),
    reply: done,
    scope: 'desktop',
  }),
  /**
   * Gives a link another instrument or customer, for every window. Sends nothing to the venue. Refused where the venue has no such instrument or
   * customer. `revision`: the revision of `links` that has the change.
   */
  'link.set': command({
    request: z.strictObject({ change: linkChange }),
    reply: z.strictObject({ revision: z.number().int() }),
    scope: 'desktop',
  }),
  /**
   * Saves one of the windows' own settings (layout, saved views, …); JSON text of at most 256 kB. `on`: the stored text that `value` is a change
   * of, null for none. When another text is stored, nothing is saved and `newer` is that text.
   */
  'setting.save': command({
    request: z.strictObject({
      name: z.string().regex(/^[a-zA-Z.]{1,60}$/),
      value: z.string().max(262_144),
      on: z.string().nullable().optional(),
    }),
    reply: z.strictObject({ newer: z.string().nullable().optional() }),
    scope: 'desktop',
    // Windows save their layout by themselves, also as they close.
    whileLocked: true,
  }),
  /**
   * Changes settings and keys of the dealer, for every window. The core checks each value. All of a change applies, or none of it. Null gives a
   * setting its default, or a binding its own key.
   */
  'settings.change': command({ request: settingsChange, reply: done, scope: 'desktop' }),
  /**
   * Saves a file where the dealer chooses, for a window that may not download. The window sends the parts in order, each after the reply to the
   * part before. The last part opens the dialog. `content` is text; a picture and a PDF are in base64.
   */
  'file.save': command({
    request: z.strictObject({
      ...filePart,
      name: z.string().regex(/^[\w-]{1,140}\.(csv|png|json|pdf|txt)$/),
      kind: z.enum(['csv', 'png', 'json', 'pdf', 'txt']),
    }),
    reply: z.strictObject({ outcome: z.enum(['more', 'saved', 'given-up']) }),
    scope: 'desktop',
  }),
  /**
   * Adds to the health what this window's ladders took from a change's arrival to the end of the frame that drew it. Refused where the windows
   * together report more than they can have drawn.
   */
  'health.addDrawn': command({ request: windowDurations, reply: done, scope: 'read' }),
  /**
   * The stored week of one measure or figure of the health, hour by hour, oldest first. `problem`: what could not be read of the history, a sentence;
   * null: all was read. Refused where this run stores no history.
   */
  'health.week': command({
    request: z.strictObject({ name: z.string().max(40) }),
    reply: z.strictObject({ hours: z.array(healthHour), problem: z.string().nullable() }),
    scope: 'read',
  }),
  /**
   * A support bundle, without secrets. `review` gathers one and lists its parts; `codes`: with the customers as they are. `read` returns a page of
   * a part as `text`, from a character on. `write` writes the bundle as it was reviewed, and returns its `path`.
   */
  'support.bundle': command({
    request: z.strictObject({
      act: z.enum(['review', 'read', 'write']),
      codes: z.boolean(),
      name: z.string().max(60),
      from: z.number().int().min(0),
    }),
    reply: z.strictObject({
      parts: z.array(z.strictObject({ name: z.string(), says: z.string(), length: z.number() })),
      text: z.string(),
      path: z.string(),
    }),
    scope: 'desktop',
  }),
  /**
   * Prints a statement from the JSON of its records (`shared/domain/statements`), sent in parts like a file. The reply to the last part has the
   * PDF in base64; null before it. Sends nothing to the venue.
   */
  'statement.print': command({
    request: z.strictObject(filePart),
    reply: z.strictObject({ pdf: z.string().nullable() }),
    scope: 'read',
  }),
  /**
   * Checks for another release of the program, downloads it, or closes the desk and installs it. `checkOlder` looks for the release to go back to.
   * `typed`: of an install, the word where the topic `updates` asks for it; empty otherwise. Refused with `field` `typed` where the word is missing.
   */
  'update.act': command({
    request: z.strictObject({
      act: z.enum(['check', 'checkOlder', 'download', 'install']),
      typed: z.string().max(100),
    }),
    reply: done,
    scope: 'desktop',
  }),
} as const satisfies Record<string, Command>
