/** Statements of docs/api.md#part-6 to #part-9: events, errors, limits, versioning. Data only; `statements.ts` says how to read it. */

export const PARTS_6_TO_9 = `
6.webhooks.events | A webhook hears all events or the listed \`event_types\` | shared/broker/webhookRecords.ts | electron/paper/webhooks/webhooks.ts | renderer/admin/webhooks/RegisterWebhook.tsx: events
6.webhooks.types | Named event types: \`requirementsQuestionnaire\`, \`entitlementCompleted\` | shared/domain/webhook.ts | electron/paper/webhooks/webhooks.ts | renderer/admin/webhooks/RegisterWebhook.tsx: events
6.subscribe | Subscribe with \`op\` = \`subscribe\` and \`args\` = channel names | shared/broker/streamMessages.ts | electron/paper/stream/clientFrame.ts, electron/paper/stream/streamClient.ts | renderer/topbar/statusWords.ts: streams
6.orders | \`orders\`: private, per account, no suffix; updates with the order statuses | electron/broker/privateStreams.ts | electron/paper/stream/channels.ts | renderer/blotters/Orders.tsx
6.orders.fields | Order updates carry \`cash_amount\` (cash orders only) and \`filled_quote\` | shared/broker/accountRecords.ts | electron/paper/stream/channels.ts, electron/paper/api/wire.ts | renderer/blotters/Orders.tsx
6.trades | \`trades\`: private, per account, no suffix; customers' trades | electron/broker/privateStreams.ts | electron/paper/stream/channels.ts | renderer/blotters/Trades.tsx
6.balances | \`balance-changes\`: private, all customers of the broker; ledger movements | electron/broker/privateStreams.ts | electron/paper/stream/channels.ts | renderer/blotters/Ledger.tsx
6.book | \`orderbook-stream:{symbol}\`: public; a snapshot of many levels, then updates | electron/market/instrumentFeed.ts, shared/domain/book.ts | electron/paper/stream/channels.ts | renderer/ladder/Ladder.tsx
6.book.together | The changes of one update are applied together | shared/domain/book.ts | electron/paper/stream/channels.ts | renderer/ladder/Ladder.tsx
6.book.change | A change has \`action\` (\`new\`, \`change\`, \`delete\`), \`type\` (\`bid\`, \`ask\`), \`price\`, \`amount\` | shared/broker/streamMessages.ts | electron/paper/stream/channels.ts | renderer/ladder/Ladder.tsx
6.book.delete | On \`delete\` the amount is \`"0"\` | shared/broker/streamMessages.ts | electron/paper/stream/channels.ts | renderer/ladder/Ladder.tsx
6.marketTrades | \`market-trades:{symbol}\`: public; one envelope per anonymous trade, with the fields of REST | shared/broker/streamMessages.ts, electron/market/instrumentFeed.ts | electron/paper/stream/channels.ts | renderer/admin/marketTrades/MarketTrades.tsx
6.balance.1 | Each movement is told once, when it is \`completed\` or \`cancelled\`; never while pending | electron/core/accounts/cashLedger.ts | electron/paper/stream/channels.ts, electron/paper/brokerage/transferDesk.ts | renderer/blotters/Ledger.tsx
6.balance.2 | Its \`code\` is that of the ledger row | electron/core/accounts/cashLedger.ts | electron/paper/api/wire.ts | renderer/blotters/Ledger.tsx: code
6.balance.3 | \`transaction_type\` is one of seven; marking to market is \`settlement\` | shared/broker/accountRecords.ts, electron/core/accounts/cashLedger.ts | electron/paper/brokerage/settlement.ts, electron/paper/api/wire.ts | renderer/blotters/Ledger.tsx: type
6.balance.4 | \`total_amount\` is signed; for trade, liquidation and auto-deleveraging it is realised PnL minus fee | shared/broker/accountRecords.ts, electron/core/accounts/cashLedger.ts | electron/paper/api/wire.ts, electron/paper/brokerage/posting.ts | renderer/blotters/Ledger.tsx: amount
6.balance.5 | \`symbol\` is there on trade, liquidation and auto-deleveraging; forced fills carry no \`reference_id\` | shared/broker/accountRecords.ts | electron/paper/brokerage/riskDesk.ts, electron/paper/api/wire.ts | renderer/blotters/Ledger.tsx
6.balance.6 | \`balance\` and \`balance_as_of\` come with completed events only | shared/broker/accountRecords.ts, electron/core/accounts/cashLedger.ts | electron/paper/api/wire.ts | renderer/accounts/Customers.tsx: balance
7.byCode | Decide by \`code\`, never by message text | shared/broker/errorCodes.ts, shared/broker/errorBody.ts, electron/broker/classify.ts | electron/paper/brokerage/refusal.ts | renderer/topbar/Toasts.tsx
7.catalogue | Rejections of the exchange use a fixed catalogue of words | shared/broker/errorCodes.ts | electron/paper/brokerage/refusal.ts | renderer/topbar/Toasts.tsx: the venue's own words beside ours
7.LOGIN_BAD_CREDENTIALS | 400: wrong credentials or inactive user | electron/broker/session.ts, shared/broker/errorCodes.ts | electron/paper/api/loginResource.ts | renderer/signin/SignIn.tsx
7.LOGIN_USER_NOT_VERIFIED | 400: user not verified | electron/broker/session.ts, shared/broker/errorCodes.ts | electron/paper/api/loginResource.ts | renderer/signin/SignIn.tsx
7.422 | 422: login with missing fields | electron/broker/session.ts, shared/broker/errorBody.ts | electron/paper/api/loginResource.ts | renderer/signin/SignIn.tsx
7.VALIDATION_ERROR | 400: a malformed request, and nothing is done | electron/broker/classify.ts, shared/broker/errorCodes.ts | electron/paper/brokerage/refusal.ts, electron/paper/api/request.ts | renderer/topbar/Toasts.tsx
7.VALIDATION_ERROR.order | … for a broken [order rule](api.md#order-rules) | shared/domain/orderRules.ts, electron/broker/classify.ts | electron/paper/api/orderRequest.ts | renderer/ticket/Ticket.tsx: sentence under the field
7.VALIDATION_ERROR.decimals | … for more than 8 decimals: "amount must have at most 8 decimal places" | electron/core/administration/depositsAndWithdrawals.ts | electron/paper/api/transferResources.ts | renderer/accounts/transferForm.ts
7.VALIDATION_ERROR.positive | … for an amount that is not positive | electron/core/administration/depositsAndWithdrawals.ts | electron/paper/api/transferResources.ts | renderer/accounts/transferForm.ts
7.VALIDATION_ERROR.asset | … for an unknown asset | electron/broker/classify.ts | electron/paper/api/transferResources.ts | renderer/accounts/Transfer.tsx
7.VALIDATION_ERROR.noFee | … for a fee profile without maker and taker fee: at least one is required | shared/broker/requests.ts, electron/core/administration/feeProfiles.ts | electron/paper/api/feeResources.ts | renderer/admin/fees/feeForm.ts
7.VALIDATION_ERROR.fee | … for a fee that is no decimal | shared/broker/requests.ts, electron/core/administration/feeProfiles.ts | electron/paper/api/feeResources.ts | renderer/admin/fees/feeForm.ts
7.VALIDATION_ERROR.parameter | … for an unsupported parameter of the broker-wide trades list | shared/broker/requests.ts | electron/paper/api/tradeResources.ts | — the client sends none
7.VALIDATION_ERROR.leverage | … for a leverage out of range, or 11 | shared/domain/orderRules.ts | electron/paper/api/orderRequest.ts | renderer/ticket/Ticket.tsx: leverage
7.VALIDATION_ERROR.dates | … for a date range in another format | shared/broker/requests.ts | electron/paper/api/query.ts | — the client sends milliseconds or RFC 3339 only
7.ORDER_REJECTED | 400: well formed, but the exchange refuses price or quantity for the instrument | electron/broker/classify.ts, electron/core/dealing/submitOrder.ts | electron/paper/brokerage/orderSize.ts, electron/paper/brokerage/orderCheck.ts | renderer/topbar/Toasts.tsx, renderer/blotters/OrderDetail.tsx: refusal
7.ORDER_REJECTED.notional | … or the notional is above the venue's maximum | electron/broker/classify.ts, electron/core/dealing/submitOrder.ts | electron/paper/brokerage/orderDesk.ts, electron/paper/brokerage/orderSize.ts | renderer/topbar/Toasts.tsx, renderer/blotters/OrderDetail.tsx: refusal
7.INSUFFICIENT_FUNDS | 400: not enough collateral for an order | electron/broker/classify.ts, shared/broker/errorCodes.ts | electron/paper/brokerage/orderCheck.ts, electron/paper/brokerage/margin.ts | renderer/topbar/Toasts.tsx, renderer/blotters/OrderDetail.tsx: refusal
7.INSUFFICIENT_FUNDS.transfer | … or a transfer above what is available | electron/broker/classify.ts, shared/broker/errorCodes.ts | electron/paper/brokerage/transferDesk.ts | renderer/accounts/Transfer.tsx
7.NOT_FOUND | 404: order symbol unknown or not available | electron/broker/classify.ts, shared/broker/errorCodes.ts | electron/paper/brokerage/orderDesk.ts, electron/paper/api/orderRequest.ts | renderer/topbar/Toasts.tsx
7.NOT_FOUND.cancel | … or cancel of an order that the exchange does not know | electron/core/dealing/cancelOrders.ts, electron/core/orders/unknownOrderResolver.ts | electron/paper/brokerage/orderDesk.ts, electron/paper/api/orderResources.ts | renderer/topbar/Toasts.tsx
7.401 | 401: nonce rejected | electron/broker/classify.ts, electron/broker/authentication.ts | electron/paper/session/doorkeeper.ts | renderer/workspace/App.tsx: sign in again
7.ORDERBOOK_STREAM_UPSTREAM_ERROR | Stream code of one book channel: its feed failed | electron/market/channel.ts, shared/broker/errorCodes.ts | electron/paper/stream/streamServer.ts | renderer/ladder/Ladder.tsx: marked
7.ORDERBOOK_STREAM_UPSTREAM_REJECT | Stream code of one book channel: refused | electron/market/channel.ts, shared/broker/errorCodes.ts | electron/paper/stream/channels.ts, electron/paper/stream/streamServer.ts | renderer/ladder/Ladder.tsx: marked
7.MARKET_TRADES_UPSTREAM_ERROR | Stream code of one trades channel: its feed failed | electron/market/channel.ts, shared/broker/errorCodes.ts | electron/paper/stream/streamServer.ts | renderer/topbar/statusWords.ts: streams
7.MARKET_TRADES_UPSTREAM_REJECT | Stream code of one trades channel: refused | electron/market/channel.ts, shared/broker/errorCodes.ts | electron/paper/stream/channels.ts, electron/paper/stream/streamServer.ts | renderer/topbar/statusWords.ts: streams
7.channelScoped | A stream error closes its own subscription only; \`subscribe\` again recovers | electron/market/channel.ts, electron/market/publicStreams.ts, electron/broker/privateStreams.ts | electron/paper/stream/streamServer.ts | renderer/topbar/statusWords.ts: streams
7.unknown | A code that is not in the list is shown as it came | shared/broker/errorCodes.ts, electron/broker/classify.ts | — the paper broker says only what its own list has | renderer/topbar/Toasts.tsx
8.leverage | Leverage 1 to 13; 11 is rejected | shared/domain/orderRules.ts, shared/domain/margin.ts | electron/paper/api/orderRequest.ts | renderer/ticket/Ticket.tsx: leverage
8.referenceId | \`reference_id\`: at most 40 characters of the pattern | shared/domain/text.ts, electron/core/orders/referenceIds.ts | electron/paper/api/orderRequest.ts | — made by the terminal
8.transferAmount | Transfers: strictly positive, at most 8 decimals | electron/core/administration/depositsAndWithdrawals.ts | electron/paper/api/transferResources.ts | renderer/accounts/transferForm.ts
8.cashAmount | \`cash_amount\`: positive, \`IOC\` only | shared/domain/orderRules.ts | electron/paper/api/orderRequest.ts | renderer/ticket/Ticket.tsx: cash amount
8.nonce | Nonces: 30 s behind, 5 s ahead, once per public key | electron/broker/nonces.ts, electron/broker/serverClock.ts | electron/paper/session/nonceBook.ts | — nothing to show
8.webhookPage | The webhook list has pages of 50 | shared/broker/webhookRecords.ts | electron/paper/api/webhookResources.ts | renderer/admin/webhooks/Webhooks.tsx: pages
8.notional | A notional above the venue's maximum is \`ORDER_REJECTED\` | electron/broker/classify.ts | electron/paper/brokerage/orderSize.ts | renderer/topbar/Toasts.tsx
9.v1 | Paths carry \`/v1\` | shared/broker/venueProfile.ts | electron/paper/api/routes.ts | — a path is not shown in daily work
9.deprecated.transactions | \`GET …/{code}/transactions\` still works | electron/broker/historyReads.ts: where a venue lacks the ledger that supersedes it | electron/paper/api/ledgerResources.ts | renderer/blotters/Ledger.tsx
9.deprecated.amount | \`amount\` of a ledger row still works | shared/broker/accountRecords.ts | electron/paper/api/wire.ts | — never shown beside its twin
9.deprecated.maxLeverage | \`max_leverage\` of an instrument still stands there; the margin profile holds | shared/broker/accountRecords.ts | electron/paper/api/wire.ts | renderer/ticket/Ticket.tsx: leverage
9.additive | New fields and values in answers break nothing | shared/broker/fields.ts, shared/domain/order.ts, shared/domain/instrument.ts | electron/paper/api/wire.ts | renderer/blotters/orderWords.ts: as it came
9.additive.events | New event types may come to webhooks with \`include_all_events\` | shared/domain/webhook.ts | electron/paper/webhooks/webhooks.ts | renderer/admin/webhooks/RegisterWebhook.tsx: events
9.noVersion | There is no version header and no version parameter | electron/broker/http.ts, shared/broker/requests.ts | electron/paper/api/apiServer.ts | — nothing to show
`
