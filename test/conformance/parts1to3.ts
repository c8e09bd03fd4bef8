/** Statements of parts 1 to 3 of the API document: resources and states. Data only; `statements.ts` says how to read it. */

export const PARTS_1_TO_3 = `
1.customers | The broker acts for many customers; each is named by a \`customer_code\` on everything that is its own | shared/domain/text.ts, electron/core/customerDirectory.ts | electron/paper/brokerage/customers.ts | renderer/topbar/TopBar.tsx: customer (F2), renderer/accounts/Customers.tsx
1.symbols | Instruments are perpetuals named \`<BASE><QUOTE>_PERP\` and quoted in USDC | shared/domain/text.ts, shared/broker/marketRecords.ts | electron/paper/exchange/marketSpecs.ts, electron/paper/api/wire.ts | renderer/watchlist/Watchlist.tsx
1.snakeCase | Enumerated values are snake_case | shared/domain/order.ts, shared/broker/requests.ts | electron/paper/api/wire.ts | renderer/blotters/orderWords.ts: shown in plain words
2.token.accessToken | Login answers an \`access_token\`, a JWT | shared/broker/accountRecords.ts, electron/broker/session.ts | electron/paper/session/sessions.ts, electron/paper/api/loginResource.ts | — a secret never reaches the window
2.token.type | \`token_type\` is always \`bearer\` | electron/broker/session.ts | electron/paper/api/loginResource.ts | — not shown: there is one kind
2.webhook.fields | A webhook has \`id\` (UUID), \`key_id\`, \`url\`, \`event_types\`, \`include_all_events\`, \`public_key\`, \`created_at\` | shared/broker/webhookRecords.ts, shared/domain/webhook.ts |  | 
2.webhook.url | \`url\` is an HTTPS endpoint | shared/domain/webhook.ts, shared/broker/webhookRecords.ts |  | 
2.webhook.all | \`include_all_events\` true means every event type of today and later | shared/broker/webhookRecords.ts, shared/domain/webhook.ts |  | 
2.webhook.publicKey | \`public_key\` comes with the registration and must be kept by the client | electron/core/webhookDesk.ts |  | 
2.webhook.createdAt | \`created_at\` is ISO 8601 UTC with milliseconds | shared/broker/webhookRecords.ts |  | 
2.webhookPage | A page of webhooks has \`items\`, \`total\`, \`page\`, \`size\`, \`pages\`; pages count from 1 | shared/broker/webhookRecords.ts |  | 
2.order.referenceId | \`reference_id\` is ours: at most 40 characters of \`^[a-zA-Z0-9_-]+$\` | shared/domain/text.ts, electron/core/referenceIds.ts, shared/broker/requests.ts | electron/paper/api/orderRequest.ts | renderer/blotters/OrderDetail.tsx: reference
2.order.symbol | An order names its \`symbol\` | shared/domain/order.ts | electron/paper/api/orderRequest.ts | renderer/ticket/Ticket.tsx: instrument
2.order.side | \`side\` is \`buy\` or \`sell\` | shared/domain/order.ts, shared/domain/orderRules.ts | electron/paper/api/orderRequest.ts | renderer/ticket/Ticket.tsx: side
2.order.type | Seven types may be sent: \`market\`, \`limit\`, \`stop_loss\`, \`stop_loss_limit\`, \`take_profit\`, \`take_profit_limit\`, \`take_profit_stop_loss\` | shared/domain/order.ts, shared/domain/orderRules.ts | electron/paper/api/orderRequest.ts | renderer/ticket/Ticket.tsx: type
2.order.type.read | Answers and updates may also say \`stop_market\` and \`stop_limit\` | shared/broker/accountRecords.ts, shared/domain/orderRules.ts | electron/paper/dialect.ts | renderer/blotters/orderWords.ts
2.order.amount | \`amount\` is a positive number of contracts | shared/domain/orderRules.ts, shared/broker/requests.ts | electron/paper/api/orderRequest.ts | renderer/ticket/Ticket.tsx: amount
2.order.cashAmount | \`cash_amount\` is a positive notional; answers carry it for cash orders only | shared/domain/orderRules.ts, shared/broker/accountRecords.ts | electron/paper/api/wire.ts | renderer/ticket/Ticket.tsx: cash amount
2.order.limitPrice | \`limit_price\` is a positive decimal | shared/domain/orderRules.ts, shared/broker/requests.ts | electron/paper/api/orderRequest.ts | renderer/ticket/Ticket.tsx: limit price
2.order.triggerPrice | \`trigger_price\` is a positive decimal | shared/domain/orderRules.ts, shared/broker/requests.ts | electron/paper/api/orderRequest.ts | renderer/ticket/Ticket.tsx: trigger price
2.order.comboPrices | \`stop_loss_price\` and \`take_profit_price\` are positive decimals of \`take_profit_stop_loss\` | shared/domain/orderRules.ts, shared/broker/requests.ts | electron/paper/api/orderRequest.ts | renderer/ticket/Ticket.tsx: stop-loss and take-profit price
2.order.triggerPriceType | \`trigger_price_type\` is \`trade_price\` for stops and take-profits, \`mark_price\` for the combination | shared/domain/orderRules.ts | electron/paper/api/orderRequest.ts | renderer/ticket/Ticket.tsx: trigger
2.order.timeInForce | \`time_in_force\` is \`IOC\`, \`FOK\` or \`GTC\` | shared/domain/orderRules.ts | electron/paper/api/orderRequest.ts, electron/paper/exchange/matchingEngine.ts | renderer/ticket/Ticket.tsx: in force
2.order.leverage | \`leverage\` is a whole number of \`^[1-9][0-9]*$\` from 1 to 13 | shared/domain/orderRules.ts | electron/paper/api/orderRequest.ts | renderer/ticket/Ticket.tsx: leverage
2.order.filledAmount | \`filled_amount\` is the cumulative filled quantity | shared/broker/accountRecords.ts, shared/domain/order.ts | electron/paper/brokerage/orderDesk.ts, electron/paper/api/wire.ts | renderer/blotters/Orders.tsx: filled
2.order.filledQuote | \`filled_quote\` is the cumulative filled notional | shared/broker/accountRecords.ts, shared/domain/order.ts | electron/paper/brokerage/orderDesk.ts, electron/paper/api/wire.ts | renderer/blotters/OrderDetail.tsx: filled notional
2.order.stopPrice | \`stop_price\` exists in no order and no amend | shared/broker/requests.ts | electron/paper/api/orderRequest.ts | — nothing to show
2.trade.fields | A trade has \`code\`, \`customer_code\`, \`type\`, \`symbol\` (internal form) | shared/broker/accountRecords.ts, shared/domain/trade.ts | electron/paper/api/wire.ts | renderer/blotters/Trades.tsx
2.trade.type | A trade's \`type\` is \`trade\`, \`liquidation\` or \`auto_deleveraging\` | shared/domain/trade.ts, electron/core/tradeFold.ts | electron/paper/brokerage/riskDesk.ts, electron/paper/api/wire.ts | renderer/blotters/Trades.tsx: type
2.trade.public | The public trade of REST has the fields of the \`market-trades\` message | shared/broker/marketRecords.ts, shared/broker/streamMessages.ts | electron/paper/api/wire.ts, electron/paper/stream/channels.ts | renderer/ladder/ladderRenderer.ts: last trade
2.ledger.code | \`code\` stays the same for a movement's whole life, equals that of its balance change and, for a trade or its fee, that of the trade | electron/core/ledgerBook.ts | electron/paper/brokerage/books.ts, electron/paper/store/movementTable.ts | renderer/blotters/Ledger.tsx: code
2.ledger.customerCode | A ledger row names its \`customer_code\` | shared/broker/accountRecords.ts | electron/paper/api/wire.ts | renderer/blotters/Ledger.tsx: customer
2.ledger.type | REST rows are \`deposit\`, \`withdrawal\`, \`trade\`, \`settlement\` or \`funding\`; the stream also says \`liquidation\` and \`auto_deleveraging\` | shared/broker/accountRecords.ts, shared/domain/ledger.ts | electron/paper/api/wire.ts | renderer/blotters/Ledger.tsx: type
2.ledger.status | \`status\` is \`pending\`, \`completed\` or \`cancelled\` | shared/broker/accountRecords.ts, shared/domain/ledger.ts | electron/paper/brokerage/records.ts, electron/paper/api/ledgerResources.ts | renderer/blotters/Ledger.tsx: status
2.ledger.totalAmount | \`total_amount\` is the authoritative field, an absolute value | shared/broker/accountRecords.ts | electron/paper/api/wire.ts | renderer/blotters/Ledger.tsx: amount
2.ledger.net | On trade, liquidation and auto-deleveraging rows \`total_amount\` is realised PnL minus fee, at full precision | electron/core/ledgerBook.ts | electron/paper/brokerage/books.ts | renderer/blotters/Ledger.tsx: amount
2.ledger.amount | \`amount\` is an exact duplicate of \`total_amount\` | shared/broker/accountRecords.ts | electron/paper/api/wire.ts | — never shown beside its twin
2.ledger.direction | \`direction\` carries the sign of the cash movement | shared/broker/accountRecords.ts | electron/paper/api/wire.ts | renderer/blotters/Ledger.tsx: signed amount
2.ledger.tradeFields | Trade rows carry \`realised_pnl\` and the client's \`reference_id\` | shared/broker/accountRecords.ts | electron/paper/api/wire.ts | renderer/blotters/Ledger.tsx
2.ledger.markPrice | Settlement rows carry \`mark_price\` | shared/broker/accountRecords.ts | electron/paper/brokerage/settlement.ts, electron/paper/api/wire.ts | renderer/blotters/Ledger.tsx
2.ledger.fundingRate | Funding rows carry \`funding_rate\` | shared/broker/accountRecords.ts | electron/paper/brokerage/funding.ts, electron/paper/api/wire.ts | renderer/blotters/Ledger.tsx
2.ledger.forced | Forced fills stand in the REST ledger as plain trade rows | electron/core/ledgerBook.ts | electron/paper/brokerage/riskDesk.ts, electron/paper/api/wire.ts | renderer/blotters/Ledger.tsx
2.ledger.once | Each fill appears exactly once | electron/core/ledgerBook.ts, electron/core/tradeFold.ts | electron/paper/brokerage/books.ts | renderer/blotters/Ledger.tsx
2.transfer.amount | A transfer's \`amount\` is strictly positive with at most 8 decimals | electron/core/transferDesk.ts, shared/broker/requests.ts | electron/paper/api/transferResources.ts | renderer/accounts/Transfer.tsx: amount
2.transfer.asset | A transfer's \`asset\` is a known asset | electron/core/transferDesk.ts, shared/broker/requests.ts | electron/paper/api/transferResources.ts | renderer/accounts/Transfer.tsx: asset
2.instrument.fields | An instrument has \`symbol\`, \`underlying\`, \`quote_currency\`, \`status\`, \`init_margin_req\`, \`maint_margin_req\`, \`max_leverage\` | shared/broker/marketRecords.ts, shared/domain/instrument.ts | electron/paper/api/wire.ts | 
2.instrument.postOnly | \`post_only\`: limit orders only, no matching | shared/domain/instrument.ts, electron/core/orderDesk.ts | electron/paper/brokerage/orderDesk.ts | renderer/ticket/Ticket.tsx: types
2.instrument.tradeHalt | \`trade_halt\`: new orders are rejected | shared/domain/instrument.ts, electron/core/orderDesk.ts | electron/paper/brokerage/orderDesk.ts | renderer/ticket/Ticket.tsx: button shut
2.instrument.settled | The status \`settled\` does not exist | shared/domain/instrument.ts | electron/paper/api/wire.ts | — nothing to show
2.instrument.margins | \`init_margin_req\` and \`maint_margin_req\` are strings with 2 decimals | shared/broker/marketRecords.ts | electron/paper/api/wire.ts | renderer/ticket/BeforeAfter.tsx: margin
2.instrument.maxLeverage | \`max_leverage\` of an instrument is deprecated and always empty | shared/broker/marketRecords.ts | electron/paper/api/wire.ts | — never read, so never shown
2.margin.margins | \`initial_margin\` and \`maintenance_margin\` of a margin profile are strings with 2 decimals | shared/broker/accountRecords.ts, shared/domain/margin.ts | electron/paper/api/marginResources.ts | renderer/ticket/BeforeAfter.tsx: margin
2.margin.maxLeverage | A margin profile's \`max_leverage\` is \`13\`, the most that can be chosen | shared/broker/accountRecords.ts, shared/domain/margin.ts | electron/paper/api/marginResources.ts | renderer/ticket/Ticket.tsx: leverage
2.margin.instruments | \`instrument_margins\` lists each instrument with another initial margin: \`symbol\`, \`leverage\`, \`initial_margin\` (2 decimals) | shared/broker/accountRecords.ts, shared/domain/margin.ts, electron/core/marginDesk.ts | electron/paper/api/marginResources.ts | renderer/ticket/BeforeAfter.tsx: leverage
2.fees.item | A fee item is \`symbol\`, \`maker_fee\`, \`taker_fee\` | shared/broker/accountRecords.ts | electron/paper/api/feeResources.ts | 
2.fees.list | A fee list has an item for every instrument | shared/broker/accountRecords.ts, shared/broker/lists.ts | electron/paper/api/feeResources.ts | 
2.fees.bps | Fees are decimals in basis points: 2 is 0.02 % | shared/domain/fees.ts | electron/paper/brokerage/books.ts, electron/paper/brokerage/feeDesk.ts | renderer/ticket/BeforeAfter.tsx: fee
2.fees.rebate | A leading \`-\` is a rebate | shared/domain/fees.ts | electron/paper/brokerage/books.ts, electron/paper/brokerage/feeDesk.ts | renderer/ticket/BeforeAfter.tsx: fee
3.withdrawal | A withdrawal is \`pending\`, then \`completed\`, under the same \`code\` | electron/core/transferDesk.ts, electron/core/ledgerBook.ts | electron/paper/brokerage/transferDesk.ts | renderer/blotters/Ledger.tsx: status
3.deposit | A deposit is \`pending\`, then \`completed\`, under the same \`code\` | electron/core/transferDesk.ts, electron/core/ledgerBook.ts | electron/paper/brokerage/transferDesk.ts | renderer/blotters/Ledger.tsx: status
3.cancelled | A pending movement may become \`cancelled\`; that is the end | electron/core/transferDesk.ts, electron/core/ledgerBook.ts | electron/paper/brokerage/transferDesk.ts | renderer/blotters/Ledger.tsx: status
3.order.open | An order may be \`open\` | shared/domain/order.ts, electron/core/orderFold.ts | electron/paper/brokerage/orderDesk.ts | renderer/blotters/Orders.tsx: status
3.order.partiallyFilled | \`partially_filled\`: partly executed and still on the book | shared/domain/order.ts, electron/core/orderFold.ts | electron/paper/brokerage/orderDesk.ts | renderer/blotters/Orders.tsx: status
3.order.canceled | \`canceled\` is also an order canceled after partial execution; \`filled_amount\` and \`filled_quote\` tell | shared/domain/order.ts, electron/core/orderFold.ts | electron/paper/brokerage/orderDesk.ts | renderer/blotters/Orders.tsx: status and filled
3.order.noPartialCancel | \`canceled_partially_filled\` no longer exists | shared/domain/order.ts | electron/paper/brokerage/orderDesk.ts | — nothing to show
3.ledger.status | A ledger movement has no status but the three | shared/broker/accountRecords.ts | electron/paper/brokerage/records.ts | renderer/blotters/Ledger.tsx: status
3.webhook.deleted | A deleted webhook receives nothing more | electron/core/webhookDesk.ts |  | 
`
